import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { weekdayOf } from '#kit/time/report-period.ts'
import { buildOption } from '#shop/goods/factory.ts'
import { orders } from '#shop/orders/contract.ts'
import { buildOrder, refundAccount } from '#shop/orders/factory.ts'
import { shopOrders } from '#shop/orders/table.ts'
import { refundPayment } from '#shop/payments/server/refund-payment.ts'
import { returns } from '#shop/returns/contract.ts'
import { requestReturn } from '#shop/returns/server/request-return.ts'
import { prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { reports } from '../contract.ts'
import { foldDailySums } from './fold-daily-sums.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)

const staff = async () => api.client(reports, await api.actor(['console', 'console:shop', 'console:refunds']))

/** Moves an order and its payment to another time. */
const payAt = async (order: string, at: string) => {
  await crowd.pool.query('UPDATE shop_orders SET paid_at = $2 WHERE id = $1', [order, at])
  await crowd.pool.query(`UPDATE shop_payments SET created_at = $2 WHERE order_id = $1 AND kind = 'payment'`, [
    order,
    at,
  ])
}
const refundAt = (order: string, at: string) =>
  crowd.pool.query(`UPDATE shop_payments SET created_at = $2 WHERE order_id = $1 AND kind = 'refund'`, [order, at])

it('counts payments and refunds by day, month and weekday in Seoul, and by product', async () => {
  const early = await buildOrder(api.context, { state: 'paid' })
  const late = await buildOrder(api.context, { state: 'paid', quantity: 2 })
  await buildOrder(api.context)
  await refundPayment(api.context, { order: early.id, amount: 28_000, account: refundAccount })
  // One millisecond before midnight and midnight in Seoul: two days, two months and two weekdays.
  await payAt(early.id, '2025-10-31T14:59:59.999Z')
  await refundAt(early.id, '2025-10-31T14:59:59.999Z')
  await payAt(late.id, '2025-10-31T15:00:00.000Z')
  const client = await staff()
  const query = { from: '2025-10-31', to: '2025-11-01' }
  const rows = [
    { orders: 1, quantity: 1, discounts: 0, sales: 128_000, refunds: 28_000, net: 100_000 },
    { orders: 1, quantity: 2, discounts: 0, sales: 256_000, refunds: 0, net: 256_000 },
  ]
  const keyed = (...keys: string[]) => keys.map((key, index) => ({ key, ...rows[index] }))
  expect(await client.daily({ query })).toEqual({
    rows: keyed('2025-10-31', '2025-11-01'),
    before: [],
    compared: { from: '2025-10-29', to: '2025-10-30' },
  })
  expect((await client.monthly({ query })).rows).toEqual(keyed('2025-10', '2025-11'))
  expect((await client.dayOfWeek({ query })).rows).toEqual(keyed('5', '6'))
  expect(await client.products({ query })).toMatchObject({
    products: [
      { quantity: 2, sales: 256_000, returned: 0, net: 256_000, before: 0 },
      { quantity: 1, sales: 128_000 },
    ],
    count: 2,
    total: { quantity: 3, sales: 384_000, returned: 0, refunds: 0, net: 384_000 },
  })
  expect((await client.daily({ query: { from: '2025-11-02', to: '2025-11-03' } })).before).toHaveLength(2)
  const november = { from: '2025-11-01', to: '2025-11-30' }
  expect(await client.monthly({ query: november })).toMatchObject({
    rows: [{ key: '2025-11', net: 256_000 }],
    before: [{ key: '2025-10', net: 100_000 }],
    compared: { from: '2025-10-01', to: '2025-10-31' },
  })
  expect((await client.products({ query: november })).products).toMatchObject([{ before: 0, net: 256_000 }])
})

interface Figures {
  orders: number
  quantity: number
  discounts: number
  sales: number
  refunds: number
  net: number
}

/** Recounts every figure from payments, orders, lines and pieces, without the daily sums. */
const recount = async (from: string, to: string) => {
  const read = async <T>(text: string) => (await crowd.pool.query(text)).rows as T[]
  const dayOf = (at: Date) => new Date(at.getTime() + 9 * 3_600_000).toISOString().slice(0, 10)
  const isWithin = (at: Date | null): at is Date => at !== null && dayOf(at) >= from && dayOf(at) <= to
  const days = new Map<string, Figures>()
  const goods = new Map<string | null, { quantity: number; sales: number; returned: number; refunds: number }>()
  const onDay = (at: Date, figures: Partial<Figures>) => {
    const current = days.get(dayOf(at)) ?? { orders: 0, quantity: 0, discounts: 0, sales: 0, refunds: 0, net: 0 }
    for (const [name, amount] of Object.entries(figures)) current[name as keyof Figures] += amount ?? 0
    days.set(dayOf(at), current)
  }
  const ofGood = (
    id: string | null,
    figures: { quantity?: number; sales?: number; returned?: number; refunds?: number },
  ) => {
    const current = goods.get(id) ?? { quantity: 0, sales: 0, returned: 0, refunds: 0 }
    for (const [name, amount] of Object.entries(figures)) current[name as keyof typeof current] += amount ?? 0
    goods.set(id, current)
  }
  for (const { kind, amount, at } of await read<{ kind: string; amount: string; at: Date }>(
    'SELECT kind, amount, created_at AS at FROM shop_payments',
  ))
    if (isWithin(at))
      onDay(at, kind === 'payment' ? { sales: +amount, net: +amount } : { refunds: +amount, net: -amount })
  for (const { paid, quantity, discounts } of await read<{ paid: Date | null; quantity: number; discounts: string }>(
    'SELECT paid_at AS paid, quantity, coupon_discount + points AS discounts FROM shop_orders',
  ))
    if (isWithin(paid)) onDay(paid, { orders: 1, quantity, discounts: +discounts })
  for (const line of await read<{
    good: string | null
    quantity: number
    paid: string
    at: Date | null
    off: Date | null
  }>(
    `SELECT good_id AS good, line.quantity, line.paid, paid_at AS at, cancelled_at AS off
     FROM shop_order_lines AS line JOIN shop_orders AS ordered ON ordered.id = order_id`,
  )) {
    if (isWithin(line.at)) ofGood(line.good, { quantity: line.quantity, sales: +line.paid })
    if (line.at && isWithin(line.off)) ofGood(line.good, { returned: line.quantity, refunds: +line.paid })
  }
  for (const { good, at, piece, paid, quantity } of await read<{
    good: string | null
    at: Date
    piece: number
    paid: string
    quantity: number
  }>(
    `SELECT line.good_id AS good, decided_at AS at, piece, line.paid, line.quantity FROM shop_return_pieces AS gone
     JOIN shop_returns AS back ON back.id = return_id JOIN shop_order_lines AS line ON line.id = line_id
     WHERE back.state = 'refunded'`,
  ))
    if (isWithin(at)) {
      const share = Math.floor((+paid * (piece + 1)) / quantity) - Math.floor((+paid * piece) / quantity)
      ofGood(good, { returned: 1, refunds: share })
    }
  const by = (key: (day: string) => string) => {
    const sums = new Map<string, Figures>()
    for (const [day, figures] of days) {
      const current = sums.get(key(day)) ?? { orders: 0, quantity: 0, discounts: 0, sales: 0, refunds: 0, net: 0 }
      for (const name of Object.keys(figures) as (keyof Figures)[]) current[name] += figures[name]
      sums.set(key(day), current)
    }
    return [...sums].map(([name, figures]) => ({ key: name, ...figures })).sort((a, b) => (a.key < b.key ? -1 : 1))
  }
  return { by, goods }
}

it('equals a recount of the lines after every mix of payments, cancellations and returns', {
  tags: ['deep'],
  timeout: 240_000,
}, async () => {
  const actor = await api.actor(['console', 'console:shop', 'console:refunds'])
  const desk = api.client(returns, actor)
  const sales = api.client(orders, actor)
  const client = api.client(reports, actor)
  // The price is not divisible by the pieces, so that shares are rounded.
  const options = await Promise.all([0, 1, 2].map(() => buildOption(api.context, { price: 128_000, stock: 200 })))
  // Deterministic, so that a failure can be reproduced.
  let seed = 7
  const random = (max: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * max)
  }
  const moment = () => new Date(Date.UTC(2024, 1, 1) + random(60 * 24 * 60) * 60_000).toISOString()
  for (let count = 0; count < 24; count += 1) {
    const option = options[random(3)]?.option.id ?? ''
    const isReturned = count % 3 === 0
    const order = await buildOrder(api.context, {
      option,
      quantity: 1 + random(3),
      state: isReturned ? 'delivered' : 'paid',
    })
    if (isReturned) {
      const { rows } = await crowd.pool.query<{ id: string }>('SELECT id FROM shop_order_lines WHERE order_id = $1', [
        order.id,
      ])
      const lines = [{ line: rows[0]?.id ?? '', quantity: 1 }]
      const returnInput = {
        lines,
        reason: count % 2 ? ('fault' as const) : ('mind' as const),
        text: '',
        account: refundAccount,
      }
      const back = await requestReturn(api.context, eq(shopOrders.id, order.id), returnInput)
      const params = { id: back.id }
      if (count % 4 === 3) await desk.refuse({ params, body: { reason: '사용한 흔적이 있습니다.' } })
      else {
        await desk.approve({ params, body: { total: back.slip.total, restock: true } })
        await crowd.pool.query('UPDATE shop_returns SET decided_at = $2 WHERE id = $1', [back.id, moment()])
      }
    } else if (count % 3 === 1)
      await sales.giveUp({ params: { id: order.id }, body: { reason: '재고가 맞지 않습니다.' } })
    await payAt(order.id, moment())
    await refundAt(order.id, moment())
    if (count % 3 === 1)
      await crowd.pool.query('UPDATE shop_orders SET cancelled_at = $2 WHERE id = $1', [order.id, moment()])
  }
  const equal = async () => {
    for (const query of [
      { from: '2024-01-01', to: '2024-12-31' },
      { from: '2024-02-10', to: '2024-03-05' },
      { from: '2020-01-01', to: '2027-12-31' },
    ]) {
      const { by, goods } = await recount(query.from, query.to)
      expect((await client.daily({ query })).rows).toEqual(by((day) => day))
      expect((await client.monthly({ query })).rows).toEqual(by((day) => day.slice(0, 7)))
      expect((await client.dayOfWeek({ query })).rows).toEqual(by((day) => String(weekdayOf(day))))
      const { products, total, count } = await client.products({ query })
      const plain = (id: string | null) => products.find(({ product }) => product === id)
      expect(products).toHaveLength(goods.size)
      expect(count).toBe(goods.size)
      for (const [id, figures] of goods)
        expect(plain(id)).toMatchObject({ ...figures, net: figures.sales - figures.refunds })
      expect(total.net).toBe([...goods.values()].reduce((sum, { sales, refunds }) => sum + sales - refunds, 0))
    }
  }
  await equal()
  await foldDailySums(api.context)
  await equal()
  const { rows: partitioned } = await crowd.pool.query(
    `SELECT day FROM shop_daily_sales WHERE part <> 0 AND day < '2025-01-01'
     UNION ALL SELECT day FROM shop_daily_goods WHERE part <> 0 AND day < '2025-01-01'`,
  )
  expect(partitioned).toEqual([])
  // Sums of a removed product remain, without its name.
  await crowd.pool.query('DELETE FROM shop_goods WHERE id = $1', [options[0]?.good.id])
  await equal()
  const year = await client.products({ query: { from: '2024-01-01', to: '2024-12-31' } })
  expect(year.products.filter(({ product }) => product === null)).toMatchObject([{ name: '삭제된 상품' }])
})

it('loses no payment of 64 concurrent connections; a naive read-then-write does', {
  tags: ['deep'],
  timeout: 240_000,
}, async () => {
  const order = await buildOrder(api.context)
  const { rows } = await crowd.pool.query<{ id: string }>(
    `INSERT INTO shop_orders SELECT (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(),
       'key', gen_random_uuid(), 'ticket', gen_random_uuid(), 'number', nextval('shop_order_numbers')))).*
     FROM shop_orders AS one, generate_series(1, 64) WHERE one.id = $1 RETURNING id`,
    [order.id],
  )
  const at = '2023-05-05T03:00:00Z'
  const folding = Array.from({ length: 8 }, () => foldDailySums(api.context))
  await crowd.callConcurrently((index) =>
    crowd.pool.query(
      `WITH paid AS (UPDATE shop_orders SET state = 'paid', paid_at = $2 WHERE id = $1 RETURNING id)
       INSERT INTO shop_payments (id, order_id, kind, method, amount, done_at, created_at)
       SELECT gen_random_uuid(), id, 'payment', 'bank', 1000, $2, $2 FROM paid`,
      [rows[index]?.id, at],
    ),
  )
  await Promise.all(folding)
  const query = { from: '2023-05-05', to: '2023-05-05' }
  expect((await (await staff()).daily({ query })).rows).toMatchObject([{ orders: 64, sales: 64_000, net: 64_000 }])

  await crowd.pool.query('CREATE TABLE naive_day AS SELECT 0 AS sales')
  const read = await crowd.callConcurrently(() =>
    crowd.pool.query<{ sales: number }>('SELECT sales FROM naive_day').then((found) => found.rows[0]?.sales ?? 0),
  )
  await crowd.callConcurrently((index) =>
    crowd.pool.query('UPDATE naive_day SET sales = $1', [(read[index] ?? 0) + 1000]),
  )
  const naive = await crowd.pool.query<{ sales: number }>('SELECT sales FROM naive_day')
  expect(naive.rows[0]?.sales).toBeLessThan(64_000)
})

it('rejects invalid periods and callers without access', async () => {
  const client = await staff()
  const refused = [
    { from: '2026-11-02', to: '2026-11-01' },
    { from: '0001-01-01', to: '2026-11-01' },
    { from: '2026-11-01', to: '9999-12-31' },
    { from: '2010-01-01', to: '2026-01-01' },
    { from: '2026-02-30', to: '2026-03-01' },
  ]
  for (const query of refused)
    for (const read of [client.daily, client.products]) expect(await statusOf(read({ query }), 200)).toBe(400)
  await expect(client.monthly({ query: { from: '2026-11-02', to: '2026-11-01' } })).rejects.toMatchObject({
    refusal: { fields: { to: expect.stringContaining('기간') } },
  })
  const query = { from: '2026-11-01', to: '2026-11-02' }
  const stranger = api.client(reports, await api.actor([]))
  expect(await statusOf(stranger.daily({ query }), 200)).toBe(403)
  expect(await statusOf(api.client(reports).daily({ query }), 200)).toBe(401)
})
