import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { outbox } from '#people/messages/table.ts'
import { buildConditions } from '#shop/conditions/factory.ts'
import { shopOptions } from '#shop/goods/table.ts'
import { orders } from '#shop/orders/contract.ts'
import { buildOrder, refundAccount } from '#shop/orders/factory.ts'
import { formatOrderNumber } from '#shop/orders/rules.ts'
import { shopOrders } from '#shop/orders/table.ts'
import { shopPayments } from '#shop/payments/table.ts'
import { returns } from '#shop/returns/contract.ts'
import { prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { exchanges } from '../contract.ts'
import { buildExchange, buildExchangeable, buildSecondOption } from '../factory.ts'
import { calculateDifference } from '../rules.ts'
import { shopExchanges } from '../table.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)
beforeAll(async () => {
  await buildConditions(api.context)
})

const staffClient = async () => api.client(exchanges, await api.actor(['console', 'console:shop', 'console:refunds']))
const stockOf = async (id: string | null) => {
  const { rows } = await api.context.database.execute<{ stock: number }>(
    sql`SELECT stock FROM shop_options WHERE id = ${id}::uuid`,
  )
  return rows[0]?.stock
}
const parcel = { carrier: '시연택배', tracking: '4410-0000-300' }

it('charges the price difference at the discount of the order, and refunds at most what was paid', () => {
  const terms = { price: 88_000, discount: 2000, from: 0, to: 10_000, goodPrice: 90_000, paid: 63_238 }
  expect(calculateDifference(terms)).toBe(8000)
  expect(calculateDifference({ ...terms, from: 10_000, to: 0 })).toBe(-8000)
  expect(calculateDifference({ ...terms, from: null })).toBe(9600)
  expect(calculateDifference({ ...terms, from: 88_000, to: 0 })).toBe(-63_238)
})

it('reserves stock, takes the defective piece back, ships the new one and notifies of each step', {
  timeout: 60_000,
}, async () => {
  const member = await api.actor([])
  const { order, line, option, wanted } = await buildExchangeable(api.context, member.userId)
  const own = api.client(exchanges, member)
  const params = { id: order.id }
  const { lines } = await own.choices({ params })
  expect(lines[0]?.options.find(({ _id }) => _id === option)).toMatchObject({ values: ['큰 것'], difference: 0 })
  expect((await own.preview({ params, body: wanted })).slip).toEqual({ difference: 0, fee: 0, balance: 0 })
  const { exchange } = await own.ask({ params, body: { ...wanted, text: '금이 갔습니다.' } })
  expect(exchange).toMatchObject({ state: 'asked', to: ['큰 것'], quantity: 1, payTo: null })
  expect(await stockOf(option)).toBe(9)
  const before = await stockOf(line.optionId)
  const staff = await staffClient()
  const at = { params: { id: exchange._id } }
  expect(await statusOf(staff.ship({ ...at, body: parcel }), 200)).toBe(409)
  await staff.collect({ ...at, body: { restock: true } })
  expect(await stockOf(line.optionId)).toBe((before ?? 0) + 1)
  await staff.ship({ ...at, body: parcel })
  expect(await statusOf(own.withdraw(at), 200)).toBe(409)
  expect((await staff.finish({ ...at, body: {} })).exchange).toMatchObject({ state: 'done', carrier: '시연택배' })
  const { order: after } = await api.client(orders, member).open({ params })
  expect(after.events.map(({ state }) => state).filter((state) => state.startsWith('exchange'))).toEqual([
    'exchange_asked',
    'exchange_collected',
    'exchange_shipped',
    'exchange_done',
  ])
  const mails = (await api.context.database.select().from(outbox)).filter(
    ({ subject }) => subject.includes(after.number) && subject.includes('교환'),
  )
  expect(mails).toHaveLength(4)
  // The new piece can be returned and goes into stock as its own option.
  const back = { lines: [{ line: line.id, quantity: 3 }], reason: 'fault' as const, account: refundAccount }
  const { return: asked } = await api.client(returns, member).ask({ params, body: back })
  const returnDesk = api.client(returns, await api.actor(['console', 'console:shop', 'console:refunds']))
  await returnDesk.approve({ params: { id: asked._id }, body: { total: asked.slip.total, restock: true } })
  expect(await stockOf(option)).toBe(10)
})

it('ships after the difference is paid, and a later return refunds it', async () => {
  const member = await api.actor([])
  const { order, line, wanted } = await buildExchangeable(api.context, member.userId, 12_000)
  const own = api.client(exchanges, member)
  const params = { id: order.id }
  const mind = { ...wanted, reason: 'mind' as const }
  expect((await own.preview({ params, body: mind })).slip).toEqual({ difference: 12_000, fee: 6000, balance: 18_000 })
  const { exchange } = await own.ask({ params, body: mind })
  expect(exchange.payTo).toMatchObject({ bank: '시연은행' })
  const staff = await staffClient()
  const at = { params: { id: exchange._id } }
  await staff.collect({ ...at, body: { restock: false } })
  await expect(staff.ship({ ...at, body: parcel })).rejects.toMatchObject({
    status: 409,
    refusal: { fields: { state: expect.stringContaining('입금') } },
  })
  const paid = await Promise.all([1, 2, 3].map(() => statusOf(staff.pay({ ...at, body: {} }), 200)))
  expect(paid.toSorted()).toEqual([200, 409, 409])
  const told = (await api.context.database.select().from(outbox)).filter(({ subject }) =>
    subject.includes(`${formatOrderNumber(order)} 교환 추가 금액 입금`),
  )
  expect(told.map(({ html }) => /18,000원/.test(html))).toEqual([true])
  await staff.ship({ ...at, body: parcel })
  await staff.finish({ ...at, body: {} })
  const { slip } = await api.client(returns, member).preview({
    params,
    body: { lines: [{ line: line.id, quantity: 3 }], reason: 'fault' },
  })
  expect(slip.total).toBe(3 * 128_000 + 12_000)
})

it('refunds a negative difference on shipping, to the account of the customer', async () => {
  const { order, wanted } = await buildExchangeable(api.context, null, -8000)
  const stranger = api.client(exchanges)
  const params = { ticket: order.ticket ?? '' }
  expect(await statusOf(stranger.guestAsk({ params, body: wanted }), 201)).toBe(400)
  const { exchange } = await stranger.guestAsk({ params, body: { ...wanted, account: refundAccount } })
  const staff = await staffClient()
  const at = { params: { id: exchange._id } }
  await staff.collect({ ...at, body: { restock: true } })
  const sent = await Promise.all([1, 2, 3].map(() => statusOf(staff.ship({ ...at, body: parcel }), 200)))
  expect(sent.toSorted()).toEqual([200, 409, 409])
  const rows = await api.context.database.select().from(shopPayments).where(eq(shopPayments.orderId, order.id))
  expect(rows.filter(({ kind }) => kind === 'refund')).toMatchObject([{ amount: 8000, method: 'bank', doneAt: null }])
  expect((await stranger.guestOfOrder({ params })).exchanges).toMatchObject([
    { state: 'shipped', slip: { balance: -8000 } },
  ])
})

it('restocks the new pieces and refunds the payment when refused or withdrawn', async () => {
  const member = await api.actor([])
  const { order, option, wanted } = await buildExchangeable(api.context, member.userId, 5000)
  const own = api.client(exchanges, member)
  const params = { id: order.id }
  const first = await own.ask({ params, body: wanted })
  expect(await stockOf(option)).toBe(9)
  await own.withdraw({ params: { id: first.exchange._id } })
  expect(await stockOf(option)).toBe(10)
  const second = await own.ask({ params, body: wanted })
  const at = { params: { id: second.exchange._id } }
  const staff = await staffClient()
  await staff.pay({ ...at, body: {} })
  expect(await statusOf(own.withdraw(at), 200)).toBe(409)
  await staff.refuse({ ...at, body: { reason: '사용한 흔적이 있습니다.' } })
  expect(await stockOf(option)).toBe(10)
  const rows = await api.context.database.select().from(shopPayments).where(eq(shopPayments.orderId, order.id))
  expect(rows.find(({ kind }) => kind === 'refund')).toMatchObject({
    amount: 5000,
    exchangeId: second.exchange._id,
  })
})

it('lets a guest withdraw only with the ticket of the order, and only before paying the difference', async () => {
  const made = await buildExchange(api.context, null, { difference: 5000 })
  const other = await buildExchange(api.context)
  const stranger = api.client(exchanges)
  const at = (ticket: string | null, id: string) => ({ params: { ticket: ticket ?? '', id } })
  expect(await statusOf(stranger.guestWithdraw(at(other.of.ticket, made.id)), 200)).toBe(404)
  expect(await stockOf(made.optionId)).toBe(9)
  expect((await stranger.guestWithdraw(at(made.of.ticket, made.id))).exchange.state).toBe('withdrawn')
  expect(await stockOf(made.optionId)).toBe(10)
  expect(await statusOf(stranger.guestWithdraw(at(made.of.ticket, made.id)), 200)).toBe(409)
  const paid = await buildExchange(api.context, null, { difference: 5000 })
  await (await staffClient()).pay({ params: { id: paid.id }, body: {} })
  await expect(stranger.guestWithdraw(at(paid.of.ticket, paid.id))).rejects.toMatchObject({
    status: 409,
    refusal: { fields: { state: expect.stringContaining('입금') } },
  })
})

it('hands over a pickup exchange once against the old piece, without parcel or fee, and refunds the difference', async () => {
  const order = await buildOrder(api.context, { way: 'pickup', state: 'delivered', quantity: 2 })
  const { option, wanted } = await buildSecondOption(api.context, order, -8000)
  const stranger = api.client(exchanges)
  const params = { ticket: order.ticket ?? '' }
  const mind = { ...wanted, reason: 'mind' as const }
  expect((await stranger.guestPreview({ params, body: mind })).slip).toEqual({
    difference: -8000,
    fee: 0,
    balance: -8000,
  })
  const { exchange } = await stranger.guestAsk({ params, body: { ...mind, account: refundAccount } })
  expect(exchange).toMatchObject({ way: 'pickup', state: 'asked' })
  const staff = await staffClient()
  const at = { params: { id: exchange._id } }
  expect(await statusOf(staff.finish({ ...at, body: {} }), 200)).toBe(409)
  await staff.collect({ ...at, body: { restock: true } })
  await expect(staff.ship({ ...at, body: parcel })).rejects.toMatchObject({
    status: 409,
    refusal: { fields: { state: expect.stringContaining('픽업') } },
  })
  const handed = await Promise.all([1, 2, 3].map(() => statusOf(staff.finish({ ...at, body: {} }), 200)))
  expect(handed.toSorted()).toEqual([200, 409, 409])
  expect(await stockOf(option)).toBe(9)
  const rows = await api.context.database.select().from(shopPayments).where(eq(shopPayments.orderId, order.id))
  expect(rows.filter(({ kind }) => kind === 'refund')).toMatchObject([{ amount: 8000, doneAt: null }])
  const mails = (await api.context.database.select().from(outbox)).filter(
    ({ subject, html }) =>
      subject.includes(formatOrderNumber(order)) && subject.includes('교환') && html.includes('안내 데스크'),
  )
  // The mails on request and on collection name the pickup place; the mail on completion does not.
  expect(mails).toHaveLength(2)
  // A parcel cannot be finished before it is shipped.
  const sent = await buildExchange(api.context, null, { state: 'collected' })
  expect(await statusOf(staff.finish({ params: { id: sent.id }, body: {} }), 200)).toBe(409)
})

it('allows 7 days for a change of mind and three months for faults, within one product and own orders only', async () => {
  const member = await api.actor([])
  const { order, wanted } = await buildExchangeable(api.context, member.userId)
  const foreign = await buildExchangeable(api.context)
  const own = api.client(exchanges, member)
  const params = { id: order.id }
  const preview = (body: object) => own.preview({ params, body: { ...wanted, ...body } })
  expect(await statusOf(preview({ option: foreign.option }), 200)).toBe(409)
  expect(await statusOf(preview({ line: foreign.line.id }), 200)).toBe(409)
  expect(await statusOf(preview({ quantity: 4 }), 200)).toBe(409)
  expect(await statusOf(preview({ quantity: 0 }), 200)).toBe(400)
  expect(await statusOf(own.ask({ params: { id: foreign.order.id }, body: foreign.wanted }), 201)).toBe(404)
  const delivered = (days: number) =>
    api.context.database
      .update(shopOrders)
      .set({ deliveredAt: new Date(Date.now() - days * 86_400_000) })
      .where(eq(shopOrders.id, order.id))
  await delivered(9)
  expect(await statusOf(preview({ reason: 'mind' }), 200)).toBe(409)
  expect(await statusOf(preview({}), 200)).toBe(200)
  await delivered(94)
  expect(await statusOf(preview({}), 200)).toBe(409)
})

it('reserves each piece and each stock item once under concurrent requests, and blocks confirmation', {
  tags: ['deep'],
  timeout: 120_000,
}, async () => {
  const { order, option, wanted } = await buildExchangeable(api.context)
  await api.context.database.update(shopOptions).set({ stock: 2 }).where(eq(shopOptions.id, option))
  const params = { ticket: order.ticket ?? '' }
  const asked = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      statusOf(api.client(exchanges, null, 'ko', `10.3.0.${index + 1}`).guestAsk({ params, body: wanted }), 201),
    ),
  )
  expect(asked.filter((status) => status === 201)).toHaveLength(2)
  expect(asked.filter((status) => status === 409)).toHaveLength(6)
  expect(await stockOf(option)).toBe(0)
  expect(await statusOf(api.client(orders).guestConfirm({ params }), 200)).toBe(409)

  // The naive version reads the stock, decides, then writes.
  await crowd.pool.query('CREATE TABLE twin_stock AS SELECT 2 AS stock')
  const read = await crowd.callConcurrently(() =>
    crowd.pool.query<{ stock: number }>('SELECT stock FROM twin_stock').then(({ rows }) => rows[0]?.stock ?? 0),
  )
  const taken = await crowd.callConcurrently(async (index) => {
    const stock = read[index] ?? 0
    if (stock < 1) return 0
    await crowd.pool.query('UPDATE twin_stock SET stock = $1', [stock - 1])
    return 1
  })
  expect(taken.reduce<number>((sum, one) => sum + one, 0)).toBeGreaterThan(2)
})

it('is decided once by 64 concurrent callers', { tags: ['deep'], timeout: 60_000 }, async () => {
  const { id } = await buildExchange(api.context)
  const moved = await crowd.callConcurrently(() =>
    crowd.pool
      .query(
        `UPDATE shop_exchanges SET state = 'refused', sealed = NULL WHERE id = $1 AND state IN ('asked', 'collected')`,
        [id],
      )
      .then(({ rowCount }) => rowCount ?? 0),
  )
  expect(moved.reduce((sum, one) => sum + one, 0)).toBe(1)
  const [row] = await api.context.database.select().from(shopExchanges).where(eq(shopExchanges.id, id))
  expect(row?.state).toBe('refused')
})
