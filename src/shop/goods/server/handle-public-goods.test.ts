import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { buildOrder } from '#shop/orders/factory.ts'
import { prepareCrowd } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { goods } from '../contract.ts'
import { buildGood, buildOption } from '../factory.ts'
import { countAllPopularity, countRecentPopularity } from './count-popularity.ts'
import { moveStock } from './move-stock.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)

const readListed = async (query: object) =>
  (await api.client(goods).published({ query: { limit: 100, ...query } })).products
const idsOf = async (query: object) => (await readListed(query)).map(({ _id }) => _id)

/** Returns the rows of `shop_listings` that differ from a recount of the tables. */
const findDifferences = async () => {
  const { rows } = await api.context.database.execute(sql`
    SELECT listing.good_id FROM shop_listings AS listing FULL JOIN shop_goods AS good ON good.id = listing.good_id
    WHERE listing.good_id IS NULL OR good.id IS NULL
      OR (listing.price, listing.discount, listing.visible, listing.category_id, listing.show_from, listing.show_to, listing.discount_from,
          listing.discount_to, listing.created_at, listing.words)
        IS DISTINCT FROM (good.price, good.discount, good.visible, good.category_id, good.show_from, good.show_to,
          good.discount_from, good.discount_to, good.created_at, build_listing_words(good))
      OR listing.stocked <> EXISTS (SELECT FROM shop_options WHERE good_id = good.id AND visible AND stock > 0)
      OR listing.reviews <> (SELECT count(*) FROM shop_reviews WHERE good_id = good.id AND NOT hidden)`)
  return rows
}

it('finds words of name, maker and summary in every language, also by initial consonants, and nothing without a word', async () => {
  const { good } = await buildGood(api.context, {
    name: { ko: '흑유 항아리', en: 'Black glaze jar' },
    maker: { ko: '온돌공방' },
    summary: { ko: '가마에서 두 번 구운 큰 그릇' },
  })
  await buildGood(api.context, { name: { ko: '백자 접시' } })
  for (const q of ['흑유', '항아리 온돌', 'black jar', 'BLACK', 'ㅎㅇㅎㅇㄹ', '두번 구운', '온돌공방'])
    expect([q, await idsOf({ q })]).toEqual([q, [good.id]])
  for (const q of ['없는말', '흑유 접시', '!!', '%', "'"]) expect([q, await idsOf({ q })]).toEqual([q, []])
  const { product } = await api.client(goods).open({ params: { id: good.id } })
  expect(product.name).toBe('흑유 항아리')
  // Staff search works the same and includes hidden products.
  const { good: hidden } = await buildGood(api.context, { name: { ko: '흑유 주전자' }, visible: false })
  const staff = api.client(goods, await api.actor(['console', 'console:shop']))
  const search = async (q: string) => (await staff.list({ query: { q } })).products.map(({ _id }) => _id).toSorted()
  expect(await search('ㅎㅇ')).toEqual([good.id, hidden.id].toSorted())
  expect(await search('jar BLACK')).toEqual([good.id])
  expect(await search('ㅈㅈㅈ')).toEqual([hidden.id])
  expect(await search('%')).toEqual([])
})

it('sorts by popularity, reviews, price and age, and equals a recount after every change', async () => {
  const listed = await Promise.all(
    [30_000, 10_000, 20_000].map((price) => buildOption(api.context, { price, stock: 9 })),
  )
  const [first, second, third] = listed.map(({ good }) => good.id)
  const order = async (query: object) => (await idsOf(query)).filter((id) => [first, second, third].includes(id))
  expect(await order({ order: 'cheap' })).toEqual([second, third, first])
  const bought = listed[2]?.option.id ?? ''
  await api.context.database.execute(sql`UPDATE shop_goods SET price = 128000 WHERE id = ${third}::uuid`)
  await buildOrder(api.context, { option: bought, quantity: 2, state: 'paid' })
  await countRecentPopularity(api.context)
  expect((await order({ order: 'sought' }))[0]).toBe(third)
  expect(await order({ order: 'cheap' })).toEqual([second, first, third])
  expect(await findDifferences()).toEqual([])
  // Cancelled orders do not count; the full count finds them without a time window.
  await api.context.database.execute(
    sql`UPDATE shop_orders SET state = 'cancelled', cancelled_at = now(), cancel_reason = 'staff', updated_at = '2020-01-01'`,
  )
  await countAllPopularity(api.context)
  const { rows } = await api.context.database.execute(sql`SELECT FROM shop_listings WHERE sought <> 0`)
  expect(rows).toEqual([])
  await api.context.database.execute(sql`DELETE FROM shop_options WHERE id = ${listed[0]?.option.id}::uuid`)
  expect(await order({ available: 'true' })).not.toContain(first)
  expect(await findDifferences()).toEqual([])
})

it('shows the correct stock after concurrent sales of two last pieces; a naive read-then-write does not', {
  tags: ['deep'],
}, async () => {
  for (let round = 0; round < 8; round += 1) {
    const { good, option } = await buildOption(api.context, { stock: 1 })
    const other = api.context.newId()
    await api.context.database.execute(
      sql`INSERT INTO shop_options (id, good_id, position) VALUES (${other}::uuid, ${good.id}::uuid, 1)`,
    )
    await moveStock(api.context, [{ option: other, amount: 1 }], { kind: 'in' })
    await Promise.all(
      [option.id, other].map((one) =>
        api.context.transaction((within) => moveStock(within, [{ option: one, amount: -1 }], { kind: 'out' })),
      ),
    )
    const { rows } = await api.context.database.execute<{ stocked: boolean }>(
      sql`SELECT stocked FROM shop_listings WHERE good_id = ${good.id}::uuid`,
    )
    expect(rows).toEqual([{ stocked: false }])
  }
  // The naive version uses a stock that it read before the other change.
  await crowd.pool.query('CREATE TABLE twin_shelf AS SELECT 64 AS stock, true AS stocked')
  await crowd.readThenAct(
    async () => (await crowd.pool.query<{ stock: number }>('SELECT stock FROM twin_shelf')).rows[0]?.stock ?? 0,
    (seen) => crowd.pool.query('UPDATE twin_shelf SET stock = stock - 1, stocked = $1', [seen - 1 > 0]),
  )
  const { rows: stocks } = await crowd.pool.query('SELECT stock, stocked FROM twin_shelf')
  expect(stocks).toEqual([{ stock: 0, stocked: true }])
})
