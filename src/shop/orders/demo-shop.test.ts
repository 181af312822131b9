import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { assetId, readAssets } from '#kit/files/assets.ts'
import type { SeedContext } from '#kit/module/module.ts'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { buildUser } from '#people/users/factory.ts'
import { demoCategories, demoCategoryId, seed as fillCategories } from '#shop/categories/demo.ts'
import { seed as fillConditions } from '#shop/conditions/demo.ts'
import { seed as fillCoupons } from '#shop/coupons/demo.ts'
import { seed as fillExchanges } from '#shop/exchanges/demo.ts'
import { shopExchanges } from '#shop/exchanges/table.ts'
import { goods } from '#shop/goods/contract.ts'
import { demoGoods, seed as fillGoods } from '#shop/goods/demo.ts'
import { vatWithin } from '#shop/money/rules.ts'
import { reports } from '#shop/reports/contract.ts'
import { seed as fillReturns } from '#shop/returns/demo.ts'
import { shopReturns } from '#shop/returns/table.ts'
import { seed as fillReviews } from '#shop/reviews/demo.ts'
import { shopReviews } from '#shop/reviews/table.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { seed as fillOrders } from './demo.ts'
import { orderStates } from './rules.ts'
import { findCarrierName } from './shipping/rules-carriers.ts'
import { shopOrders } from './table.ts'

const api = prepareTestApi()
let inputs: Awaited<ReturnType<typeof demoGoods>>
beforeAll(async () => {
  inputs = await demoGoods(api.context.now())
  const accounts = await Promise.all(
    ['member', 'company'].map(async (username) => {
      const { id, name } = await buildUser(api.context, { username })
      return { id, username, name, password: '', level: 'member' }
    }),
  )
  const seeding: SeedContext = { accounts, isDemo: true, scopes: new Map() }
  const fills = [
    fillConditions,
    fillCategories,
    fillGoods,
    fillOrders,
    fillCoupons,
    fillReviews,
    fillReturns,
    fillExchanges,
  ]
  await api.context.transaction(async (within) => {
    for (const fill of fills) await fill(within, seeding)
  })
}, 180_000)

const read = async <T extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  (await api.context.database.execute<T>(query)).rows

/** Collects all localized texts in a value. */
const localizedIn = (value: unknown): Record<string, string>[] => {
  if (value === null || typeof value !== 'object') return []
  if ('ko' in value) return [value as Record<string, string>]
  return Object.values(value).flatMap(localizedIn)
}

it('seeds twelve categories and forty products in three languages without repeated texts', () => {
  expect(demoCategories).toHaveLength(12)
  expect(inputs).toHaveLength(40)
  for (const text of localizedIn([demoCategories, inputs])) {
    expect(Object.keys(text), text.ko).toEqual(['ko', 'en', 'cn'])
    for (const translation of Object.values(text)) expect(translation.trim(), text.ko).not.toBe('')
  }
  const words = inputs.flatMap(({ name, summary, story }) =>
    localizedIn([name, summary, story]).flatMap((text) => Object.values(text).flatMap((said) => said.split('\n'))),
  )
  expect(words.filter((said, index) => words.indexOf(said) !== index)).toEqual([])
  const leaves = demoCategories.filter(
    ({ key }) => !demoCategories.some(({ parent }) => parent === demoCategoryId(key)),
  )
  for (const { key } of leaves)
    expect(inputs.filter(({ category }) => category === demoCategoryId(key)).length, key).toBeGreaterThanOrEqual(2)
})

it('gives each product a first picture that is unique within its category', async () => {
  const known = new Set((await readAssets()).map(({ _id }) => _id))
  const firsts = inputs.map(({ category, pictures = [] }) => `${category} ${pictures[0]}`)
  expect(new Set(firsts).size).toBe(inputs.length)
  for (const { pictures = [], name } of inputs) {
    expect(pictures.length, name.ko).toBeGreaterThan(0)
    for (const picture of pictures) expect(known).toContain(picture)
  }
  expect(inputs[0]?.pictures?.[0]).toBe(assetId('products/product-06-teaset'))
})

it('leaves the stock as written after all sales, returns and exchanges', async () => {
  const stocks = await read<{ name: string; stock: number[] }>(sql`
    SELECT good.name ->> 'ko' AS name, array_agg(option.stock
      - coalesce((SELECT sum(amount)::int FROM shop_stock_moves WHERE option_id = option.id AND kind IN ('return', 'exchange')), 0)
      ORDER BY option.position) AS stock
    FROM shop_options AS option JOIN shop_goods AS good ON good.id = option.good_id GROUP BY good.id`)
  const expected = Object.fromEntries(inputs.map(({ name, stock }) => [name.ko, stock]))
  expect(Object.fromEntries(stocks.map(({ name, stock }) => [name, stock]))).toEqual(expected)
})

it('lists the featured products on the first page, and ranks them first in searches', async () => {
  const client = api.client(goods)
  const names = async (query: object) => (await client.published({ query })).products.map(({ name }) => name)
  const first = await names({ limit: 24 })
  for (const { name, visible, showFrom } of inputs.slice(0, 10))
    if (visible && !showFrom) expect(first).toContain(name.ko)
  expect((await names({ q: '유기' }))[0]).toBe('방짜 유기 반상기')
  expect((await names({ q: '청자 다기' }))[0]).toBe('청자 다기 한 벌')
})

it('seeds a year of orders in every state with calculated totals', async () => {
  const orders = await api.context.database.select().from(shopOrders)
  expect(new Set(orders.map(({ state }) => state))).toEqual(new Set(orderStates))
  expect(orders.filter(({ state }) => state === 'confirmed').length).toBeGreaterThan(orders.length * 0.6)
  expect(new Set(orders.flatMap(({ cancelReason }) => cancelReason ?? []))).toEqual(
    new Set(['customer', 'staff', 'unpaid']),
  )
  expect(orders.some(({ points }) => points > 0)).toBe(true)
  expect(orders.some(({ couponDiscount }) => couponDiscount > 0)).toBe(true)
  const invoices = orders.filter(({ taxInvoice }) => taxInvoice !== null)
  expect(invoices.some(({ taxApproval }) => taxApproval === '')).toBe(true)
  expect(invoices.some(({ taxApproval, userId }) => taxApproval !== '' && userId !== null)).toBe(true)
  const now = api.context.now()
  for (const { createdAt, paidAt, shippedAt, deliveredAt, confirmedAt, cancelledAt } of orders) {
    const moments = [createdAt, paidAt, shippedAt, deliveredAt, confirmedAt, cancelledAt].filter((at) => at !== null)
    expect(moments).toEqual(moments.toSorted((one, other) => one.getTime() - other.getTime()))
    expect(moments.at(-1)?.getTime()).toBeLessThanOrEqual(now.getTime())
  }
  // The carriers are fictional, so that no real company is involved.
  const exchanged = await read<{ carrier: string }>(sql`SELECT carrier FROM shop_exchanges`)
  const named = [...orders, ...exchanged].flatMap(({ carrier }) => carrier || [])
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((carrier) => findCarrierName(carrier) !== null)).toEqual([])
  const sums = await read<{ id: string; paid: number; earns: number }>(sql`
    SELECT order_id AS id, sum(paid)::float8 AS paid, sum(earns)::float8 AS earns FROM shop_order_lines GROUP BY order_id`)
  const of = new Map(sums.map((one) => [one.id, one]))
  for (const { id, total, delivery, earns, vat } of orders) {
    expect(of.get(id)).toMatchObject({ paid: total - delivery, earns })
    expect(vatWithin(total)).toBe(vat)
  }
})

it('seeds reports that equal a recount of the last twelve months, all weekdays and all products', async () => {
  const client = api.client(reports, await api.actor(['console', 'console:shop']))
  const day = (at: number) => seoulDayOf(at).day
  const now = api.context.now().getTime()
  const query = { from: day(now - 364 * 86_400_000), to: day(now) }
  const recounted = await read<{ key: string }>(sql`
    SELECT to_char(at AT TIME ZONE 'Asia/Seoul', 'YYYY-MM') AS key, sum(orders)::int AS orders,
      sum(quantity)::int AS quantity, sum(discounts)::int AS discounts, sum(sales)::int AS sales,
      sum(refunds)::int AS refunds, sum(sales - refunds)::int AS net
    FROM (
      SELECT paid_at AS at, 1 AS orders, quantity, coupon_discount + points AS discounts, 0 AS sales, 0 AS refunds
      FROM shop_orders WHERE paid_at IS NOT NULL
      UNION ALL
      SELECT created_at, 0, 0, 0, CASE kind WHEN 'payment' THEN amount ELSE 0 END, CASE kind WHEN 'refund' THEN amount ELSE 0 END
      FROM shop_payments) AS facts
    GROUP BY 1 ORDER BY 1`)
  const { rows } = await client.monthly({ query })
  expect(rows).toEqual(recounted)
  expect(rows.length).toBeGreaterThanOrEqual(12)
  expect((await client.dayOfWeek({ query })).rows.map(({ key }) => key)).toEqual(['1', '2', '3', '4', '5', '6', '7'])
  const sold = await read<{ product: string }>(sql`
    SELECT good_id AS product, sum(quantity)::int AS quantity, sum(sales)::int AS sales,
      sum(returned)::int AS returned, sum(refunds)::int AS refunds
    FROM (
      SELECT good_id, line.quantity, line.paid AS sales,
        CASE WHEN cancelled_at IS NULL THEN 0 ELSE line.quantity END AS returned,
        CASE WHEN cancelled_at IS NULL THEN 0 ELSE line.paid END AS refunds
      FROM shop_order_lines AS line JOIN shop_orders AS made ON made.id = order_id WHERE paid_at IS NOT NULL
      UNION ALL
      SELECT good_id, 0, 0, 1, paid * (piece + 1) / line.quantity - paid * piece / line.quantity
      FROM shop_return_pieces JOIN shop_returns AS gone ON gone.id = return_id AND gone.state = 'refunded'
        JOIN shop_order_lines AS line ON line.id = line_id) AS facts
    GROUP BY 1`)
  const { products, count } = await client.products({ query })
  expect(count).toBe(inputs.filter(({ visible, showFrom }) => visible && !showFrom).length)
  for (const one of sold) expect(products.find(({ product }) => product === one.product)).toMatchObject(one)
})

it('seeds ledgers of points and coupons that add up and are never negative', async () => {
  const balances = await read<{ kept: number; added: number; least: number }>(sql`
    SELECT account.balance::float8 AS kept, sum(amount)::float8 AS added, min(line.balance)::float8 AS least FROM shop_point_accounts AS account
    JOIN shop_points AS line USING (user_id) GROUP BY user_id, account.balance`)
  expect(balances).toHaveLength(2)
  for (const { kept, added, least } of balances) {
    expect(kept).toBe(added)
    expect(least).toBeGreaterThanOrEqual(0)
  }
  const coupons = await read<{ left: number; added: number }>(sql`
    SELECT "left", sum(amount)::int AS added FROM shop_coupon_holdings JOIN shop_coupon_lines USING (coupon_id, user_id)
    GROUP BY coupon_id, user_id, "left"`)
  for (const { left, added } of coupons) expect(left).toBe(added)
  const named = sql`SELECT count(*)::int AS count FROM shop_orders WHERE coupon_id IS NOT NULL`
  const redeemed = sql`SELECT count(*)::int AS count FROM shop_coupon_lines WHERE kind = 'used'`
  expect(await read(redeemed)).toEqual(await read(named))
})

it('seeds reviews of nearly every product, some with pictures or a reply, and an exchange in each state', async () => {
  const reviews = await api.context.database.select().from(shopReviews).where(eq(shopReviews.hidden, false))
  expect(reviews.length).toBeGreaterThanOrEqual(40)
  expect(new Set(reviews.map(({ text }) => text)).size).toBe(reviews.length)
  expect(new Set(reviews.map(({ goodId }) => goodId)).size).toBeGreaterThanOrEqual(34)
  expect(reviews.filter(({ reply }) => reply !== '').length).toBeGreaterThanOrEqual(6)
  expect(reviews.filter(({ pictures }) => pictures.length > 0).length).toBeGreaterThanOrEqual(8)
  expect(reviews.filter(({ text }) => !/[가-힣]/.test(text)).length).toBeGreaterThanOrEqual(2)
  expect(reviews.some(({ userId }) => userId !== null)).toBe(true)
  const exchanges = await api.context.database.select().from(shopExchanges)
  expect(new Set(exchanges.map(({ reason }) => reason))).toEqual(new Set(['mind', 'fault']))
  expect(new Set(exchanges.map(({ state }) => state))).toEqual(new Set(['asked', 'collected', 'done', 'refused']))
})

it('seeds returns in each state, of guests and a member, with refunds that add up', async () => {
  const returns = await api.context.database.select().from(shopReturns)
  const steps = (isMember: boolean) =>
    returns
      .filter(({ userId }) => (userId !== null) === isMember)
      .map(({ state }) => state)
      .sort()
  expect(steps(false)).toEqual(['asked', 'collected', 'refunded', 'refunded', 'refused'])
  expect(steps(true)).toEqual(['asked', 'refunded', 'refused'])
  expect(new Set(returns.map(({ orderId }) => orderId)).size).toBe(returns.length)
  for (const { state, decision, decidedAt, createdAt, sealed } of returns) {
    expect(decision !== '').toBe(state === 'refused')
    expect(decidedAt === null || decidedAt > createdAt).toBe(true)
    expect(sealed !== null).toBe(state === 'asked' || state === 'collected')
    expect((decidedAt ?? createdAt).getTime()).toBeLessThanOrEqual(api.context.now().getTime())
  }
  // Each return has its refund, its pieces and its events in the order's history.
  const facts = await read<{ state: string; total: number; back: number | null; pieces: number; events: string[] }>(sql`
    SELECT gone.state, (slip ->> 'total')::int AS total,
      (SELECT sum(amount)::int FROM shop_payments WHERE return_id = gone.id) AS back,
      (SELECT count(*)::int FROM shop_return_pieces WHERE return_id = gone.id) AS pieces,
      (SELECT array_agg(state ORDER BY at) FROM shop_order_events
        WHERE order_id = gone.order_id AND state IN ('return_asked', 'return_collected', 'refunded', 'return_refused')) AS events
    FROM shop_returns AS gone`)
  const history: Record<string, string[]> = {
    asked: ['return_asked'],
    collected: ['return_asked', 'return_collected'],
    refunded: ['return_asked', 'return_collected', 'refunded'],
    refused: ['return_asked', 'return_collected', 'return_refused'],
  }
  for (const { state, total, back, pieces, events } of facts) {
    expect(total).toBeGreaterThan(0)
    expect(back).toBe(state === 'refunded' ? total : null)
    expect(pieces).toBe(state === 'refused' ? 0 : 1)
    expect(events).toEqual(history[state])
  }
  const due = await read<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM shop_payments WHERE return_id IS NOT NULL AND done_at IS NULL`,
  )
  expect(due).toEqual([{ count: 1 }])
})
