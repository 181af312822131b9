import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProviderUnsure } from '#kit/ports/provider-call.ts'
import { orders } from '#shop/orders/contract.ts'
import type { CardStandIn } from '#test/providers/card-stand-in.ts'
import { type CardShop, cardPrice, openCardShop } from '#test/providers/open-card-shop.ts'
import { statusOf } from '#test/server/concurrent-calls.ts'
import type { TestApi } from '#test/server/test-api.ts'
import { shopPayments } from '../table.ts'
import { findCardProvider } from './choose-provider.ts'
import { sendCardRefund } from './refund-card.ts'
import { refundPayment } from './refund-payment.ts'

describe.each(['toss', 'portone'] as const)('an uncertain answer of %s', (provider) => {
  let shop: CardShop
  let api: TestApi
  let bank: CardStandIn
  beforeAll(async () => {
    shop = await openCardShop(provider)
    ;({ api, bank } = shop)
  }, 120_000)
  afterAll(() => shop.close())

  const isToss = provider === 'toss'
  const refund = async (order: string, amount: number) => {
    const existing = new Set((await shop.refundsOf(order)).map(({ id }) => id))
    await api.context.transaction((within) => refundPayment(within, { order, amount, account: null }))
    const newRefund = (await shop.refundsOf(order)).find(({ id }) => !existing.has(id))
    if (!newRefund) throw new Error('No refund')
    return newRefund.id
  }
  const refundOf = async (id: string) =>
    (await api.context.database.select().from(shopPayments).where(eq(shopPayments.id, id)))[0]

  it.runIf(isToss)('does not fail a payment that is still being confirmed', async () => {
    const { ticket, attempt } = await shop.begin()
    const key = shop.agree(attempt)
    const end = () => shop.end(ticket, attempt, key)
    bank.busyNext('confirm')
    expect(await statusOf(end(), 200)).toBe(503)
    const { order } = await api.client(orders).guestOpen({ params: { ticket } })
    expect([order.state, order.cardFault]).toEqual(['ordered', null])
    expect((await end()).order.state).toBe('paid')
  })

  it.runIf(isToss)('does not leave a refund in progress to staff, who would send it again', async () => {
    const { order, attempt } = await shop.pay()
    const id = await refund(order._id, 28_000)
    bank.busyNext('cancel')
    await expect(sendCardRefund(api.context, id)).rejects.toThrow(ProviderUnsure)
    expect(await refundOf(id)).toMatchObject({ refusal: '', doneAt: null })
    await sendCardRefund(api.context, id)
    expect((await refundOf(id))?.doneAt).not.toBeNull()
    expect(bank.payment(attempt)?.cancels).toHaveLength(1)
  })

  it('leaves neither of two concurrent refunds of a payment to staff, and both are made', {
    tags: ['deep'],
  }, async () => {
    const { order, attempt } = await shop.pay()
    const ids = [await refund(order._id, 28_000), await refund(order._id, 30_000)]
    // Retries like the job queue does.
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
    // `left` is stale: it was read before the other refunds.
    const cancel = { attempt, key: null, amount: 10_000, left: cardPrice, id: api.context.newId(), reason: 'late' }
    await expect(findCardProvider(bank.cardUrl(provider))?.cancel(cancel)).rejects.toThrow(ProviderUnsure)
    await findCardProvider(bank.cardUrl(provider))?.cancel({ ...cancel, left: cardPrice - 58_000 })
    expect(bank.payment(attempt)?.cancels).toHaveLength(3)
  })

  it('keeps a refund pending until the bank decides, and leaves it to staff if the bank refuses', async () => {
    for (const decision of ['SUCCEEDED', 'FAILED'] as const) {
      const { order, attempt } = await shop.pay()
      const id = await refund(order._id, 28_000)
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
