// @module-tag deep
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outbox } from '#people/messages/table.ts'
import { readConditions } from '#shop/conditions/server/read-conditions.ts'
import { cardMinutes } from '#shop/orders/rules.ts'
import { cancelUnpaidOrders } from '#shop/orders/server/run-order-jobs.ts'
import { shopOrders } from '#shop/orders/table.ts'
import type { CardStandIn } from '#test/providers/card-stand-in.ts'
import { type CardShop, cardPrice, openCardShop } from '#test/providers/open-card-shop.ts'
import { statusOf } from '#test/server/concurrent-calls.ts'
import type { TestApi } from '#test/server/test-api.ts'
import { payments } from '../contract.ts'
import { shopCardAttempts } from '../table.ts'
import { checkAttempts } from './check-attempts.ts'
import { refundStray } from './refund-stray.ts'

const minute = 60_000

describe.each(['toss', 'portone'] as const)('attempts of %s', (provider) => {
  let shop: CardShop
  let api: TestApi
  let bank: CardStandIn
  beforeAll(async () => {
    shop = await openCardShop(provider)
    ;({ api, bank } = shop)
  }, 120_000)
  afterAll(() => shop.close())

  const findAttempt = async (id: string) =>
    (await api.context.database.select().from(shopCardAttempts).where(eq(shopCardAttempts.id, id)))[0]
  const orderOf = async (id: string) =>
    (await api.context.database.select().from(shopOrders).where(eq(shopOrders.id, id)))[0]
  const closed = ({ ticket, attempt }: { ticket: string; attempt: string }) =>
    shop.guest().guestEndCard({ params: { ticket, attempt }, body: { key: null, code: 'USER_CANCEL' } })

  it('that failed are checked for a late payment for a day, at growing intervals', {
    timeout: 60_000,
  }, async () => {
    const begun = await shop.begin()
    await closed(begun)
    expect(await findAttempt(begun.attempt)).toMatchObject({ state: 'failed', refusal: 'closed' })
    // A second later the provider has taken the money, and its webhook is lost.
    bank.agree(begun.attempt, cardPrice, { isPaid: true })
    api.clock.forward(2 * minute)
    await Promise.all([checkAttempts(api.context), checkAttempts(api.context)])
    expect(await findAttempt(begun.attempt)).toMatchObject({ state: 'paid', refusal: '' })
    expect(await orderOf(begun.order._id)).toMatchObject({ state: 'paid' })

    const late = await shop.begin()
    await closed(late)
    const checkedAt = async () => (await findAttempt(late.attempt))?.checkedAt?.getTime() ?? 0
    const checkCounts: number[] = []
    for (let passed = 0; passed < 26 * 60; passed += 5) {
      api.clock.forward(5 * minute)
      await checkAttempts(api.context)
      if ((await checkedAt()) !== (checkCounts.at(-1) ?? 0)) checkCounts.push(await checkedAt())
    }
    expect(checkCounts.length).toBeGreaterThan(10)
    expect(checkCounts.length).toBeLessThan(40)
    const opened = (await findAttempt(late.attempt))?.createdAt.getTime() ?? 0
    expect((checkCounts.at(-1) ?? 0) - opened).toBeLessThanOrEqual(24 * 60 * minute)
    expect((checkCounts.at(-1) ?? 0) - opened).toBeGreaterThan(18 * 60 * minute)
  })

  it('that failed are settled as paid when the customer returns from the window after all', async () => {
    const begun = await shop.begin()
    await closed(begun)
    const key = bank.agree(begun.attempt, cardPrice, { isPaid: provider === 'portone' })
    const { order } = await shop.guest().guestEndCard({
      params: { ticket: begun.ticket, attempt: begun.attempt },
      body: { key: provider === 'toss' ? key : null, code: null },
    })
    expect(order.state).toBe('paid')
  })

  it('whose stray payment cannot be refunded keep the answer of the provider, are listed, and are closed once', {
    timeout: 60_000,
  }, async () => {
    const begun = await shop.begin()
    bank.agree(begun.attempt, cardPrice, { isPaid: true })
    await shop.guests().guestCancel({ params: { ticket: begun.ticket }, body: {} })
    api.clock.forward(2 * minute)
    await checkAttempts(api.context)
    expect(await findAttempt(begun.attempt)).toMatchObject({ state: 'stray', refusal: 'late' })
    bank.refuseCancels(1)
    // The job succeeds: a final refusal is not retried.
    await refundStray(api.context, begun.attempt)
    const staff = api.client(payments, await api.actor(['console', 'console:shop', 'console:refunds']))
    const listed = async () => (await staff.strays({ query: {} })).strays.filter(({ _id }) => _id === begun.attempt)
    expect(await listed()).toMatchObject([
      {
        number: begun.order.number,
        provider,
        received: cardPrice,
        why: 'late',
        answer: expect.stringContaining('NOT_CANCEL'),
      },
    ])
    const reader = api.client(payments, await api.actor(['console', 'console:shop:read']))
    expect((await reader.strays({ query: { q: '차하은' } })).total).toBeGreaterThan(0)
    const done = { params: { id: begun.attempt }, body: { note: '결제사에서 취소' } }
    await expect(reader.strayDone(done)).rejects.toMatchObject({ status: 403 })
    await expect(staff.strayDone({ ...done, params: { id: begun.order._id } })).rejects.toMatchObject({ status: 404 })
    const ended = await Promise.all(Array.from({ length: 6 }, () => statusOf(staff.strayDone(done), 204)))
    expect(ended.toSorted()).toEqual([204, 409, 409, 409, 409, 409])
    expect(await listed()).toEqual([])
    const mails = (await api.context.database.select().from(outbox)).filter(
      ({ subject }) => subject.includes(begun.order.number) && subject.includes('카드 결제 금액을 취소'),
    )
    expect(mails).toHaveLength(1)
    const { rows: log } = await api.context.database.execute(
      sql`SELECT summary FROM audit WHERE entity_id = ${begun.attempt} AND action = 'refund'`,
    )
    expect(log).toEqual([{ summary: begun.order.number }])
  })

  it('paid in another currency are refunded in full', async () => {
    const begun = await shop.begin()
    bank.agree(begun.attempt, 99, { isPaid: true, currency: 'USD' })
    api.clock.forward(2 * minute)
    await checkAttempts(api.context)
    expect(await findAttempt(begun.attempt)).toMatchObject({ state: 'stray', received: 0 })
    await refundStray(api.context, begun.attempt)
    expect(bank.payment(begun.attempt)?.cancels).toMatchObject([{ amount: 99 }])
    expect((await findAttempt(begun.attempt))?.state).toBe('returned')
    // A payment cancelled at the provider is not cancelled again.
    const other = await shop.begin()
    bank.agree(other.attempt, 99, { isPaid: true, currency: 'USD' })
    api.clock.forward(2 * minute)
    await checkAttempts(api.context)
    bank.payment(other.attempt)?.cancels.push({ amount: 99, reason: 'by hand', status: 'SUCCEEDED' })
    await refundStray(api.context, other.attempt)
    expect(bank.payment(other.attempt)?.cancels).toHaveLength(1)
    expect((await findAttempt(other.attempt))?.state).toBe('returned')
  })

  it('hold goods no longer than the first transfer would, however often the method changes', {
    timeout: 60_000,
  }, async () => {
    const { payDays } = await readConditions(api.context)
    const begun = await shop.begin()
    const order = await orderOf(begun.order._id)
    // End of a day in Seoul, `payDays` after the order, in whole seconds.
    const [day, ahead] = [24 * 60 * minute, 9 * 60 * minute]
    const days = Math.floor(((order?.createdAt.getTime() ?? 0) + ahead) / day) + payDays
    const last = (days + 1) * day - ahead - 1000
    const readPayUntil = async () => (await orderOf(begun.order._id))?.payUntil.getTime() ?? 0
    expect(await readPayUntil()).toBe((order?.createdAt.getTime() ?? 0) + cardMinutes * minute)
    const params = { ticket: begun.ticket }
    const by = (payment: 'bank' | 'card') =>
      shop.guests().guestPayBy({ params, body: { payment, depositor: payment === 'bank' ? '차하은' : '' } })
    await by('bank')
    expect(await readPayUntil()).toBe(last)
    for (let round = 0; round < payDays; round += 1) {
      if (round > 0) api.clock.forward(day)
      if (api.clock.now().getTime() >= last) break
      for (const payment of ['card', 'bank'] as const) await by(payment)
      // The same with concurrent requests.
      await Promise.all(Array.from({ length: 8 }, (_, index) => statusOf(by(index % 2 === 0 ? 'card' : 'bank'), 200)))
      expect(await readPayUntil()).toBe(last)
    }
    api.clock.forward(last - api.clock.now().getTime() + minute)
    const other = (await orderOf(begun.order._id))?.payment === 'card' ? 'bank' : 'card'
    expect(await statusOf(by(other), 200)).toBe(409)
    await cancelUnpaidOrders(api.context)
    expect(await orderOf(begun.order._id)).toMatchObject({ state: 'cancelled', cancelReason: 'unpaid' })
  })
})
