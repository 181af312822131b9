import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProviderUnsure } from '#kit/provider-call.ts'
import { buildConditions } from '#shop/conditions/factory.ts'
import { buildOption } from '#shop/goods/factory.ts'
import { orders } from '#shop/orders/contract.ts'
import { orderInput } from '#shop/orders/factory.ts'
import { createTestApi, type TestApi } from '#test/api.ts'
import { type CardStandIn, startCardStandIn } from '#test/card-stand-in.ts'
import { statusOf } from '#test/crowd.ts'
import { payments } from './contract.ts'
import { giveBack } from './service.ts'
import { sendCardRefund } from './service-attempts.ts'
import { cardProvider } from './service-provider.ts'
import { shopPayments } from './table.ts'

const price = 128_000

describe.each(['toss', 'portone'] as const)('by %s', (provider) => {
  let api: TestApi
  let bank: CardStandIn
  beforeAll(async () => {
    bank = await startCardStandIn()
    api = await createTestApi({ environment: { CARD_URL: bank.cardUrl(provider) } })
    await buildConditions(api.context)
  }, 120_000)
  afterAll(async () => {
    await api.close()
    await bank.close()
  })

  const isToss = provider === 'toss'
  const begin = async () => {
    const { option } = await buildOption(api.context, { price })
    const body = orderInput({ lines: [{ option: option.id, quantity: 1 }], total: price, payment: 'card' })
    const { order } = await api.client(orders).place({ body: { ...body, depositor: '' } })
    const params = { ticket: order.ticket ?? '' }
    const { attempt } = await api.client(payments).guestOpenCard({ params })
    const key = bank.agree(attempt._id, price, { isPaid: !isToss })
    const end = () =>
      api.client(payments).guestEndCard({
        params: { ...params, attempt: attempt._id },
        body: { key: isToss ? key : null, code: null },
      })
    return { order: order._id, attempt: attempt._id, params, end }
  }
  const refund = async (order: string, amount: number) => {
    const known = new Set((await refundsOf(order)).map(({ id }) => id))
    await api.context.transaction((within) => giveBack(within, { order, amount, account: null }))
    const made = (await refundsOf(order)).find(({ id }) => !known.has(id))
    if (!made) throw new Error('No refund')
    return made.id
  }
  const refundsOf = async (order: string) =>
    (await api.context.database.select().from(shopPayments).where(eq(shopPayments.orderId, order))).filter(
      ({ kind }) => kind === 'refund',
    )
  const refundOf = async (id: string) =>
    (await api.context.database.select().from(shopPayments).where(eq(shopPayments.id, id)))[0]
  const paid = async () => {
    const begun = await begin()
    expect((await begun.end()).order.state).toBe('paid')
    return begun
  }

  it.runIf(isToss)('a payment that is being confirmed at this moment has not failed', async () => {
    const { end, params } = await begin()
    bank.busyNext('confirm')
    expect(await statusOf(end(), 200)).toBe(503)
    const { order } = await api.client(orders).guestOpen({ params })
    expect([order.state, order.cardFault]).toEqual(['ordered', null])
    expect((await end()).order.state).toBe('paid')
  })

  it.runIf(isToss)(
    'a refund that is being done at this moment is not left to staff, who would send it again',
    async () => {
      const { order, attempt } = await paid()
      const id = await refund(order, 28_000)
      bank.busyNext('cancel')
      await expect(sendCardRefund(api.context, id)).rejects.toThrow(ProviderUnsure)
      expect(await refundOf(id)).toMatchObject({ refusal: '', doneAt: null })
      await sendCardRefund(api.context, id)
      expect((await refundOf(id))?.doneAt).not.toBeNull()
      expect(bank.payment(attempt)?.cancels).toHaveLength(1)
    },
  )

  it('two refunds of one payment at once are both done, and neither is left to staff', async () => {
    const { order, attempt } = await paid()
    const ids = [await refund(order, 28_000), await refund(order, 30_000)]
    // As the queue does it: what did not come to an end is tried again.
    for (let round = 0; round < 3; round += 1) {
      const sent = await Promise.allSettled(ids.map((id) => sendCardRefund(api.context, id)))
      for (const one of sent) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(ProviderUnsure)
    }
    for (const id of ids) {
      const row = await refundOf(id)
      expect([row?.refusal, row?.doneAt === null]).toEqual(['', false])
    }
    expect(
      bank
        .payment(attempt)
        ?.cancels.map(({ amount }) => amount)
        .toSorted(),
    ).toEqual([28_000, 30_000])
    if (isToss) return
    // One read the payment before the other was done.
    const cancel = { attempt, key: null, amount: 10_000, left: price, id: api.context.newId(), reason: 'late' }
    await expect(cardProvider(bank.cardUrl(provider))?.cancel(cancel)).rejects.toThrow(ProviderUnsure)
    await cardProvider(bank.cardUrl(provider))?.cancel({ ...cancel, left: price - 58_000 })
    expect(bank.payment(attempt)?.cancels).toHaveLength(3)
  })

  it('a refund that waits for a bank is not done before that, and is left to staff where the bank does not do it', async () => {
    for (const decision of ['SUCCEEDED', 'FAILED'] as const) {
      const { order, attempt } = await paid()
      const id = await refund(order, 28_000)
      bank.pendNext()
      await expect(sendCardRefund(api.context, id)).rejects.toThrow(ProviderUnsure)
      await expect(sendCardRefund(api.context, id)).rejects.toThrow(ProviderUnsure)
      expect(await refundOf(id)).toMatchObject({ refusal: '', doneAt: null })
      bank.bankDecides(attempt, decision)
      await sendCardRefund(api.context, id)
      expect(await refundOf(id)).toMatchObject(
        decision === 'FAILED'
          ? { refusal: expect.stringContaining('CANCELLATION_FAILED'), doneAt: null }
          : { refusal: '', doneAt: expect.any(Date) },
      )
      expect(bank.payment(attempt)?.cancels).toHaveLength(1)
    }
  })
})
