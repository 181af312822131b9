import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildConditions } from '#shop/conditions/factory.ts'
import { buildOption } from '#shop/goods/factory.ts'
import { orders } from '#shop/orders/contract.ts'
import { orderInput } from '#shop/orders/factory.ts'
import { createTestApi, type TestApi } from '#test/api.ts'
import { type CardStandIn, startCardStandIn } from '#test/card-stand-in.ts'
import { type Crowd, callers, gatherCrowd } from '#test/crowd.ts'
import { payments } from './contract.ts'
import { sendCardRefund } from './service-attempts.ts'
import { shopPayments } from './table.ts'

const price = 128_000

describe.each(['toss', 'portone'] as const)('what is cancelled in the console of %s itself', (provider) => {
  let api: TestApi
  let bank: CardStandIn
  let crowd: Crowd
  beforeAll(async () => {
    bank = await startCardStandIn()
    api = await createTestApi({ environment: { CARD_URL: bank.cardUrl(provider) } })
    crowd = await gatherCrowd(api)
    await buildConditions(api.context)
  }, 120_000)
  afterAll(async () => {
    await crowd.leave()
    await api.close()
    await bank.close()
  })

  const paid = async () => {
    const { option } = await buildOption(api.context, { price })
    const body = orderInput({ lines: [{ option: option.id, quantity: 1 }], total: price, payment: 'card' })
    const { order } = await api.client(orders).place({ body: { ...body, depositor: '' } })
    const params = { ticket: order.ticket ?? '' }
    const { attempt } = await api.client(payments).guestOpenCard({ params })
    const key = bank.agree(attempt._id, price, { isPaid: provider === 'portone' })
    const end = { key: provider === 'toss' ? key : null, code: null }
    await api.client(payments).guestEndCard({ params: { ...params, attempt: attempt._id }, body: end })
    return { id: order._id, attempt: attempt._id, params }
  }
  const hear = async (attempt: string) => {
    const { headers, body } = provider === 'toss' ? bank.tossNews(attempt, 'CANCELED') : bank.portoneNews(attempt)
    return (await api.request({ method: 'POST', url: `/webhooks/${provider}`, headers, payload: body })).statusCode
  }
  const refundsOf = async (order: string) =>
    (await api.context.database.select().from(shopPayments).where(eq(shopPayments.orderId, order)))
      .filter(({ kind }) => kind === 'refund')
      .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())

  it('is noted once, by much news at once, and is not given back again; a twin that looks and then writes notes it again', async () => {
    const { id, attempt, params } = await paid()
    bank.cancelApart(attempt, 28_000)
    const said = await Promise.all(Array.from({ length: 16 }, () => hear(attempt)))
    expect(new Set(said)).toEqual(new Set([200]))
    expect(await refundsOf(id)).toMatchObject([{ amount: 28_000, method: 'card', elsewhere: true }])
    expect((await api.client(orders).guestOpen({ params })).order).toMatchObject({ state: 'paid', refunded: 28_000 })

    // The rest goes back by the shop, and news of that is no news.
    const actor = await api.actor(['console', 'console:shop', 'console:refunds'])
    await api.client(orders, actor).giveUp({ params: { id }, body: { reason: '재고가 맞지 않습니다.' } })
    const [, rest] = await refundsOf(id)
    expect(rest).toMatchObject({ amount: 100_000, elsewhere: false, doneAt: null })
    await sendCardRefund(api.context, rest?.id ?? '')
    await hear(attempt)
    expect((await refundsOf(id)).map(({ amount }) => amount)).toEqual([28_000, 100_000])
    expect(bank.payment(attempt)?.cancels.map(({ amount }) => amount)).toEqual([28_000, 100_000])
    const { payments: listed } = await api.client(payments, actor).list({ query: { kind: 'refund' } })
    expect(listed.find(({ amount }) => amount === 28_000)?.note).toBe('결제사에서 직접 취소')

    await crowd.pool.query('CREATE TABLE IF NOT EXISTS twin_elsewhere (amount int)')
    const sum = async () =>
      Number((await crowd.pool.query('SELECT coalesce(sum(amount), 0) AS sum FROM twin_elsewhere')).rows[0]?.sum)
    await crowd.lookThenAct(sum, async (seen) => {
      if (seen < 28_000) await crowd.pool.query('INSERT INTO twin_elsewhere VALUES (28000)')
    })
    expect(await sum()).toBe(28_000 * callers)
  })

  it('whole leaves nothing to give back, and no refund that is due is doubled', async () => {
    const all = await paid()
    bank.cancelApart(all.attempt, price)
    await hear(all.attempt)
    const actor = await api.actor(['console', 'console:shop', 'console:refunds'])
    await api.client(orders, actor).giveUp({ params: { id: all.id }, body: { reason: '재고가 맞지 않습니다.' } })
    expect((await refundsOf(all.id)).map(({ amount }) => amount)).toEqual([price])

    // Somebody cancelled by hand what the shop was about to give back: the ledger has it once, and staff end it.
    const due = await paid()
    await api.client(orders, actor).giveUp({ params: { id: due.id }, body: { reason: '재고가 맞지 않습니다.' } })
    bank.cancelApart(due.attempt, price)
    await hear(due.attempt)
    const [refund, ...others] = await refundsOf(due.id)
    expect(others).toEqual([])
    await sendCardRefund(api.context, refund?.id ?? '')
    expect(bank.payment(due.attempt)?.cancels).toHaveLength(1)
    expect((await refundsOf(due.id))[0]?.refusal).not.toBe('')
    await api.client(payments, actor).done({ params: { id: refund?.id ?? '' }, body: { note: '결제사에서 취소' } })
  })
})
