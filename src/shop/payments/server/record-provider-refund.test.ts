import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orders } from '#shop/orders/contract.ts'
import type { CardStandIn } from '#test/providers/card-stand-in.ts'
import { type CardShop, cardPrice, openCardShop } from '#test/providers/open-card-shop.ts'
import { type Crowd, callers, openCrowd } from '#test/server/concurrent-calls.ts'
import type { TestApi } from '#test/server/test-api.ts'
import { payments } from '../contract.ts'
import { sendCardRefund } from './refund-card.ts'

describe.each(['toss', 'portone'] as const)('a refund made directly at %s', (provider) => {
  let shop: CardShop
  let api: TestApi
  let bank: CardStandIn
  let crowd: Crowd
  beforeAll(async () => {
    shop = await openCardShop(provider)
    ;({ api, bank } = shop)
    crowd = openCrowd(api)
  }, 120_000)
  afterAll(async () => {
    await crowd.close()
    await shop.close()
  })

  const postWebhook = async (attempt: string) => {
    const { headers, body } = provider === 'toss' ? bank.tossWebhook(attempt, 'CANCELED') : bank.portoneWebhook(attempt)
    return (await api.request({ method: 'POST', url: `/webhooks/${provider}`, headers, payload: body })).statusCode
  }

  it('is recorded once under concurrent webhooks and not refunded again; a naive read-then-write records it again', {
    tags: ['deep'],
  }, async () => {
    const { order, attempt, ticket } = await shop.pay()
    const [id, params] = [order._id, { ticket }]
    bank.cancelInConsole(attempt, 28_000)
    const statuses = await Promise.all(Array.from({ length: 16 }, () => postWebhook(attempt)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await shop.refundsOf(id)).toMatchObject([{ amount: 28_000, method: 'card', elsewhere: true }])
    expect((await api.client(orders).guestOpen({ params })).order).toMatchObject({ state: 'paid', refunded: 28_000 })

    // The shop refunds the rest; the webhook about that records nothing new.
    const actor = await api.actor(['console', 'console:shop', 'console:refunds'])
    await api.client(orders, actor).giveUp({ params: { id }, body: { reason: '재고가 맞지 않습니다.' } })
    const [, rest] = await shop.refundsOf(id)
    expect(rest).toMatchObject({ amount: 100_000, elsewhere: false, doneAt: null })
    await sendCardRefund(api.context, rest?.id ?? '')
    await postWebhook(attempt)
    expect((await shop.refundsOf(id)).map(({ amount }) => amount)).toEqual([28_000, 100_000])
    expect(bank.payment(attempt)?.cancels.map(({ amount }) => amount)).toEqual([28_000, 100_000])
    const { payments: listed } = await api.client(payments, actor).list({ query: { kind: 'refund' } })
    expect(listed.find(({ amount }) => amount === 28_000)?.note).toBe('결제사에서 직접 취소')

    await crowd.pool.query('CREATE TABLE IF NOT EXISTS twin_elsewhere (amount int)')
    const sum = async () =>
      Number((await crowd.pool.query('SELECT coalesce(sum(amount), 0) AS sum FROM twin_elsewhere')).rows[0]?.sum)
    await crowd.readThenAct(sum, async (seen) => {
      if (seen < 28_000) await crowd.pool.query('INSERT INTO twin_elsewhere VALUES (28000)')
    })
    expect(await sum()).toBe(28_000 * callers)
  })

  it('of the full amount leaves nothing to refund, and doubles no due refund', async () => {
    const all = await shop.pay()
    bank.cancelInConsole(all.attempt, cardPrice)
    await postWebhook(all.attempt)
    const actor = await api.actor(['console', 'console:shop', 'console:refunds'])
    await api.client(orders, actor).giveUp({ params: { id: all.order._id }, body: { reason: '재고가 맞지 않습니다.' } })
    expect((await shop.refundsOf(all.order._id)).map(({ amount }) => amount)).toEqual([cardPrice])

    // Staff cancelled at the provider what the shop was about to refund: the ledger has it once, and staff close it.
    const due = await shop.pay()
    await api.client(orders, actor).giveUp({ params: { id: due.order._id }, body: { reason: '재고가 맞지 않습니다.' } })
    bank.cancelInConsole(due.attempt, cardPrice)
    await postWebhook(due.attempt)
    const [refund, ...others] = await shop.refundsOf(due.order._id)
    expect(others).toEqual([])
    await sendCardRefund(api.context, refund?.id ?? '')
    expect(bank.payment(due.attempt)?.cancels).toHaveLength(1)
    expect((await shop.refundsOf(due.order._id))[0]?.refusal).not.toBe('')
    await api.client(payments, actor).done({ params: { id: refund?.id ?? '' }, body: { note: '결제사에서 취소' } })
  })
})
