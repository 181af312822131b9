import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { countByDay } from '#kit/server/records/count-by-day.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { statistics } from '../contract.ts'

const api = prepareTestApi()

const createStaffClient = async (sections: string[]) =>
  api.client(statistics, await api.actor(['console', ...sections]))
const runSql = (text: string) => api.context.database.execute(sql.raw(text))

it('returns the counts of every module per day, and sales only with the shop scope', async () => {
  await runSql(
    `INSERT INTO daily_figures (day, figure, count) VALUES ('2022-03-30', 'visits', 5), ('2022-04-01', 'visits', 7),
     ('2022-04-03', 'visits', 2)`,
  )
  const { series, compared } = await (await createStaffClient(['console:statistics'])).counts({
    query: { from: '2022-04-01', to: '2022-04-02' },
  })
  expect(compared).toEqual({ from: '2022-03-30', to: '2022-03-31' })
  expect(series.map(({ key }) => key).sort()).toEqual([
    'bids.made',
    'forms.received',
    'matchings.asked',
    'statistics.visits',
  ])
  expect(series.find(({ key }) => key === 'statistics.visits')).toEqual({
    key: 'statistics.visits',
    days: [
      { day: '2022-04-01', count: 7 },
      { day: '2022-04-02', count: 0 },
    ],
    before: 5,
  })
  await runSql(
    `INSERT INTO shop_daily_sales (day, part, orders, quantity, discounts, sales, refunds)
     VALUES ('2022-04-02', 0, 1, 1, 0, 51200, 0), ('2022-04-02', 3, 1, 2, 0, 800, 0)`,
  )
  const period = { query: { from: '2022-04-01', to: '2022-04-02' } }
  const countSales = async (client: Awaited<ReturnType<typeof createStaffClient>>) =>
    (await client.counts(period)).series.find(({ key }) => key === 'reports.sales')
  const keeper = await createStaffClient(['console:statistics', 'console:shop'])
  expect((await countSales(keeper))?.days).toEqual([
    { day: '2022-04-01', count: 0 },
    { day: '2022-04-02', count: 52_000 },
  ])
  // With the shop disabled, the statistics work without sales.
  await buildSetting(api.context, { modules: { firm: true, match: true, auction: true, shop: false } })
  expect(await countSales(keeper)).toBeUndefined()
  expect((await keeper.counts(period)).series.map(({ key }) => key)).toContain('statistics.visits')
  await buildSetting(api.context)
  await runSql('CREATE TABLE moments (at timestamptz)')
  await runSql(
    `INSERT INTO moments VALUES ('2022-03-31T14:59:59.999Z'), ('2022-03-31T15:00Z'), ('2022-04-02T14:59:59.999Z'), ('2022-04-02T15:00Z')`,
  )
  const counted = await countByDay(
    api.context,
    { from: sql`moments`, at: sql`at` },
    { from: '2022-04-01', to: '2022-04-02' },
  )
  expect(counted).toEqual([
    { day: '2022-04-01', count: 1 },
    { day: '2022-04-02', count: 1 },
  ])
})

it('rejects invalid periods and callers without access', async () => {
  const client = await createStaffClient(['console:statistics'])
  for (const query of [
    { from: '2026-11-02', to: '2026-11-01' },
    { from: '0001-01-01', to: '2026-11-01' },
    { from: '2026-02-30', to: '2026-03-01' },
    { from: '2010-01-01', to: '2026-01-01' },
  ])
    expect(await statusOf(client.counts({ query }), 200)).toBe(400)
  const query = { from: '2026-11-01', to: '2026-11-02' }
  expect(await statusOf((await createStaffClient(['console:shop'])).counts({ query }), 200)).toBe(403)
  expect(await statusOf(api.client(statistics).counts({ query }), 200)).toBe(401)
})
