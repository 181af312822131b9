import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { nodeFlags } from '../scripts/setup/prepare-product.mjs'
import { goods } from '../src/shop/goods/contract.ts'
import { orders } from '../src/shop/orders/contract.ts'
import { payments } from '../src/shop/payments/contract.ts'
import { reports } from '../src/shop/reports/contract.ts'
import { allScopes, createTestApi, type TestApi } from '../test/server/test-api.ts'
import { setup } from '../test/server/test-database.ts'
import { median, percentile } from './load/percentile.ts'

const mostOrders = 250_000
const linesEach = 4
/** Number of orders; an argument reduces it, and the number of products with it. */
const ordersMade = Math.min(Number(process.argv[2] ?? mostOrders), mostOrders)
const products = Math.ceil(ordersMade / 2.5)
const rounds = 20
/** Maximum p95 in ms at the server. */
const goal = { report: 300, list: 100, shelf: 50 }

/**
 * Creates products, and two years of orders with their lines, payments and daily totals. Triggers are off: they would
 * write row by row.
 */
const fill = async ({ database }: TestApi): Promise<void> => {
  const client = new pg.Client(database.directUrl)
  // The failing statement reports its own error; ignore the end of the connection that follows.
  client.on('error', () => undefined)
  await client.connect()
  const tables = ['shop_categories', 'shop_goods', 'shop_options', 'shop_orders', 'shop_order_lines', 'shop_payments']
  for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  await client.query(
    `INSERT INTO shop_categories (id, key, name) SELECT gen_random_uuid(), 'bench-' || n, jsonb_build_object('ko', '분류 ' || n)
     FROM generate_series(1, 20) AS n`,
  )
  await client.query(
    `INSERT INTO shop_goods (id, name, maker, summary, category_id, price, visible, created_at, updated_at)
     SELECT gen_random_uuid(), jsonb_build_object('ko', substr('청백흑홍녹황자회', 1 + n % 8, 1) || '자 '
         || (ARRAY['다기','접시','사발','화병','등잔','쟁반','수반','항아리'])[1 + (n / 8) % 8] || ' ' || n),
       jsonb_build_object('ko', '공방 ' || n % 500), jsonb_build_object('ko', '손으로 빚어 두 번 구웠습니다.'),
       (SELECT id FROM shop_categories WHERE key = 'bench-' || (1 + n % 20)), 10000 + n % 900 * 100, true,
       now() - n * interval '5 minutes', now()
     FROM generate_series(1, $1::int) AS n`,
    [products],
  )
  await client.query(
    'INSERT INTO shop_options (id, good_id, position, stock) SELECT gen_random_uuid(), id, 0, 20 FROM shop_goods',
  )
  await client.query(
    `INSERT INTO shop_orders (id, key, request_hash, locale, name, phone, email, recipient, state, kinds, quantity, goods,
       product_discount, level_discount, coupon_discount, points, delivery, total, vat, earns, return_fee, pay_until,
       paid_at, shipped_at, delivered_at, carrier, tracking, created_at, updated_at)
     SELECT gen_random_uuid(), gen_random_uuid(), ''::bytea, 'ko', '구매자' || n % 5000, '010-0000-' || lpad((n % 10000)::text, 4, '0'),
       'b' || n || '@mail.example', '{}', CASE WHEN n % 50 = 0 THEN 'paid' ELSE 'delivered' END, $2::int, $2::int,
       10000 * $2::int, 0, 0, 0, 0, 0, 10000 * $2::int, 3636, 0, 3000, at, at, at, at, '시연택배', '4410', at, at
     FROM (SELECT n, now() - n * interval '4 minutes' AS at FROM generate_series(1, $1::int) AS n) AS made`,
    [ordersMade, linesEach],
  )
  // Analyzed temporary tables: without statistics for computed numbers the planner would choose a nested loop over all
  // rows.
  for (const [name, table] of [
    ['numbered_goods', 'shop_goods'],
    ['numbered_orders', 'shop_orders'],
  ]) {
    await client.query(`CREATE TEMP TABLE ${name} AS SELECT id, row_number() OVER () AS n FROM ${table}`)
    await client.query(`ANALYZE ${name}`)
  }
  await client.query(
    `INSERT INTO shop_order_lines (id, order_id, position, good_id, title, price, discount, quantity, goods,
       product_discount, level_discount, coupon_discount, points, paid, earns)
     SELECT gen_random_uuid(), made.id, piece, good.id, '{"ko":"다기"}', 10000, 0, 1, 10000, 0, 0, 0, 0, 10000, 0
     FROM numbered_orders AS made CROSS JOIN generate_series(0, $1::int - 1) AS piece
       JOIN numbered_goods AS good ON good.n = 1 + (made.n * 7919 + piece * 104729) % $2::int`,
    [linesEach, products],
  )
  await client.query(
    `INSERT INTO shop_payments (id, order_id, kind, method, amount, done_at, created_at)
     SELECT gen_random_uuid(), id, 'payment', 'bank', total, paid_at, paid_at FROM shop_orders`,
  )
  await client.query(
    `INSERT INTO shop_daily_sales (day, part, orders, quantity, discounts, sales, refunds)
     SELECT date_in_seoul(paid_at), 0, count(*), sum(quantity), 0, sum(total), 0 FROM shop_orders GROUP BY 1`,
  )
  await client.query(
    `INSERT INTO shop_daily_goods (day, good_id, part, quantity, sales, returned, refunds)
     SELECT date_in_seoul(paid_at), good_id, 0, sum(line.quantity), sum(paid), 0, 0
     FROM shop_order_lines AS line JOIN shop_orders AS made ON made.id = line.order_id GROUP BY 1, 2`,
  )
  for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  await client.query('SELECT update_listings()')
  await client.query('UPDATE shop_listings SET stocked = true')
  await client.query('SELECT update_popularity_of_listings()')
  await client.query('VACUUM ANALYZE')
  await client.end()
}

const measure = async (): Promise<boolean> => {
  const stop = await setup()
  const api = await createTestApi()
  try {
    const staff = await api.actor(allScopes(api.kernel), { rank: 100 })
    const startedAt = performance.now()
    await fill(api)
    console.log(`Filled within ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
    const [sales, desk, ledger, shelf] = [
      api.client(reports, staff),
      api.client(orders, staff),
      api.client(payments, staff),
      api.client(goods),
    ]
    const year = { from: new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10), to: '2099-12-31' }
    const span = { query: { from: year.from, to: new Date().toISOString().slice(0, 10) } }
    const calls: [string, number, () => Promise<unknown>][] = [
      ['report: months', goal.report, () => sales.monthly(span)],
      ['report: days', goal.report, () => sales.daily(span)],
      ['report: weekdays', goal.report, () => sales.dayOfWeek(span)],
      ['report: products', goal.report, () => sales.products(span)],
      ['orders: first page', goal.list, () => desk.all({ query: {} })],
      ['orders: to ship', goal.list, () => desk.all({ query: { state: 'paid' } })],
      ['orders: to be done', goal.list, () => desk.all({ query: { todo: 'true' } })],
      ['orders: a name', goal.list, () => desk.all({ query: { q: '구매자77' } })],
      ['payments: first page', goal.list, () => ledger.list({ query: {} })],
      ...(['sought', 'new', 'cheap', 'reviewed'] as const).map((order): [string, number, () => Promise<unknown>] => [
        `shelf: ${order}`,
        goal.shelf,
        () => shelf.published({ query: { order } }),
      ]),
      ['shelf: in stock, by price', goal.shelf, () => shelf.published({ query: { available: 'true', from: 50_000 } })],
      ['shelf: a category', goal.shelf, () => shelf.published({ query: { category: 'bench-7' } })],
      ['shelf: a word', goal.shelf, () => shelf.published({ query: { q: '화병' } })],
      ['shelf: a rare word', goal.shelf, () => shelf.published({ query: { q: '77777' } })],
    ]
    const figures: Record<string, { 'p50 ms': string; 'p95 ms': string; goal: number }> = {}
    let isGood = true
    for (const [name, limit, call] of calls) {
      const times: number[] = []
      // The first two rounds are a warm-up.
      for (let round = -2; round < rounds; round += 1) {
        const startedAt = performance.now()
        // A statement that exceeds the pool's time-out has no figure and misses the goal.
        const isAnswered = await call().then(
          () => true,
          () => false,
        )
        if (round >= 0) times.push(isAnswered ? performance.now() - startedAt : Number.POSITIVE_INFINITY)
        if (!isAnswered && round >= 0) break
      }
      const p95 = percentile(times, 0.95)
      isGood &&= p95 <= limit
      figures[name] = { 'p50 ms': median(times).toFixed(1), 'p95 ms': p95.toFixed(1), goal: limit }
    }
    console.log(
      `\nShop: ${products.toLocaleString()} products, ${(ordersMade * linesEach).toLocaleString()} lines, each call ${rounds} times, load ${loadavg()[0]?.toFixed(1)}`,
    )
    console.table(figures)
    return isGood
  } finally {
    await api.close()
    await stop()
  }
}

/** Measures reports, order lists and the product list of a large shop in a separate process. */
export const measureShop = async (orders?: string): Promise<boolean> => {
  const child = fork(fileURLToPath(import.meta.url), orders ? [orders] : [], { execArgv: nodeFlags })
  const [code] = await once(child, 'exit')
  return code === 0
}

if (import.meta.main) process.exitCode = (await measure()) ? 0 : 1
