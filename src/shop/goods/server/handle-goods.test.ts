import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { readAssets } from '#kit/files/assets.ts'
import { categories } from '#shop/categories/contract.ts'
import { demoCategories, demoCategoryId, seed as fillCategories } from '#shop/categories/demo.ts'
import { buildCategory } from '#shop/categories/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { goods } from '../contract.ts'
import { GoodInput } from '../contract-good.ts'
import { demoGoods, seed as fillGoods } from '../demo.ts'
import { buildGood, buildOption, goodInput } from '../factory.ts'

const api = prepareTestApi()

const staffClient = async () => api.client(goods, await api.actor(['console', 'console:shop']))
const colours = [{ values: [{ ko: '비색' }] }, { values: [{ ko: '백자' }], difference: 4000 }]

it('sells options at their own price and stock, in the locale of the reader', async () => {
  const staff = await staffClient()
  const axes = [{ ko: '빛깔', en: 'Colour' }]
  const { product } = await staff.create({ body: goodInput({ axes, options: colours, discount: 1000 }) })
  const [first, second] = product.options
  const params = { id: product._id }
  const add = { option: first?._id ?? '', amount: 3, kind: 'in' as const }
  expect((await staff.stock({ params, body: add })).product.options[0]).toMatchObject({ stock: 3 })
  await expect(staff.stock({ params, body: { ...add, amount: -4, kind: 'out' } })).rejects.toMatchObject({
    status: 409,
  })
  expect((await staff.moves({ params })).moves).toMatchObject([{ amount: 3, kind: 'in' }])
  const { product: shown } = await api.client(goods, null, 'en').open({ params })
  expect(shown).toMatchObject({ lang: 'en', name: 'Celadon tea set', price: 128_000, reduced: 115_200, soldOut: false })
  expect(shown.options[1]).toMatchObject({ price: 132_000, reduced: 118_800, stock: 0 })
  // Options keep their ids and stock when the product changes.
  const options = [
    { values: second?.values ?? [], _id: second?._id },
    { values: first?.values ?? [], _id: first?._id },
  ]
  const { product: changed } = await staff.update({ params, body: { options, updatedAt: product.updatedAt } })
  expect(changed.options.map(({ _id, stock }) => [_id, stock])).toEqual([
    [second?._id, 0],
    [first?._id, 3],
  ])
  await expect(staff.update({ params, body: { price: 1, updatedAt: product.updatedAt } })).rejects.toMatchObject({
    status: 412,
  })
})

it('rejects options that do not match the axes, prices below one won, and an end before its start', async () => {
  const staff = await staffClient()
  for (const malformed of [
    { options: colours },
    { axes: [{ ko: '빛깔' }], options: [...colours, ...colours] },
    { options: [{ values: [], difference: -200_000 }] },
    { showFrom: '2026-11-02T00:00:00.000Z', showTo: '2026-11-01T00:00:00.000Z' },
    { category: api.context.newId() },
  ])
    await expect(staff.create({ body: goodInput(malformed) })).rejects.toMatchObject({ status: 400 })
  await expect(api.client(goods, await api.actor([])).list()).rejects.toMatchObject({ status: 403 })
})

it('filters by category and price, sorts, and omits hidden products', async () => {
  const parent = await buildCategory(api.context)
  const child = await buildCategory(api.context, { parent: parent.id })
  await buildGood(api.context, { category: child.id, price: 55_000 })
  const { good } = await buildGood(api.context, { category: parent.id, price: 90_000, stock: 0 })
  await buildGood(api.context, { category: parent.id, visible: false })
  const query = { category: parent.key, order: 'cheap' as const }
  const found = await api.client(goods).published({ query })
  expect(found.products.map(({ price }) => price)).toEqual([55_000, 90_000])
  expect(found.prices).toEqual([
    { from: 40_000, count: 1 },
    { from: 80_000, count: 1 },
  ])
  expect((await api.client(goods).published({ query: { ...query, available: 'true' } })).total).toBe(1)
  expect((await api.client(goods).published({ query: { ...query, from: 60_000 } })).products).toMatchObject([
    { _id: good.id, soldOut: true },
  ])
  const { categories: tree } = await api.client(categories).published()
  expect(tree.find(({ _id }) => _id === parent.id)).toMatchObject({ goods: 2 })
})

it('filters by the current price, with discounts only within their period', async () => {
  const { id, key } = await buildCategory(api.context)
  const now = api.context.now().getTime()
  const days = (count: number) => new Date(now + count * 86_400_000).toISOString()
  const base = { category: id, price: 100_000, discount: 5000 }
  const reduced = await buildGood(api.context, { ...base, discountFrom: days(-1), discountTo: days(1) })
  const open = await buildGood(api.context, { ...base, price: 100_001 })
  const coming = await buildGood(api.context, { ...base, discountFrom: days(2) })
  const over = await buildGood(api.context, { ...base, price: 99_000, discountTo: days(-2) })
  const find = async (query: object) =>
    (await api.client(goods).published({ query: { category: key, order: 'cheap', ...query } })).products.map(
      ({ _id }) => _id,
    )
  expect(await find({})).toEqual([reduced, open, over, coming].map(({ good }) => good.id))
  expect(await find({ to: 50_000 })).toEqual([reduced.good.id])
  expect(await find({ to: 50_001 })).toEqual([reduced.good.id, open.good.id])
  expect(await find({ from: 60_000 })).toEqual([over.good.id, coming.good.id])
  expect(await find({ reduced: 'true' })).toEqual([reduced.good.id, open.good.id])
  const { products, prices } = await api.client(goods).published({ query: { category: key, order: 'cheap' } })
  expect(products.map((one) => one.reduced)).toEqual([50_000, 50_001, 99_000, 100_000])
  expect(prices).toEqual([
    { from: 40_000, count: 2 },
    { from: 80_000, count: 1 },
    { from: 100_000, count: 1 },
  ])
})

it('seeds products that satisfy the contract, with existing categories and pictures', async () => {
  const pictures = new Set((await readAssets()).map(({ _id }) => _id))
  const categoryIds = new Set(demoCategories.map(({ key }) => demoCategoryId(key)))
  const inputs = await demoGoods(api.context.now())
  for (const { stock, ...input } of inputs) {
    const good = GoodInput.parse(input)
    expect(good.options).toHaveLength(stock.length)
    expect(categoryIds).toContain(good.category)
    for (const id of good.pictures) expect(pictures).toContain(id)
    for (const text of [good.name, good.maker, good.summary]) expect(Object.keys(text)).toEqual(['ko', 'en', 'cn'])
  }
  const seeding = { accounts: [], isDemo: true, scopes: new Map() }
  const before = (await (await staffClient()).list()).total
  await api.context.transaction(async (within) => {
    await fillCategories(within, seeding)
    await fillGoods(within, seeding)
  })
  const { products, total } = await (await staffClient()).list({ query: { limit: 100 } })
  expect(total - before).toBe(inputs.length)
  const set = products.find(({ name }) => name.cn === '青瓷茶具一套')
  expect(set).toMatchObject({ stock: 22, least: 0, discount: 1000 })
  expect(set?.discountTo).toMatch(/Z$/)
  // Without products that are scheduled or hidden.
  const gifts = inputs.filter(
    ({ category, visible, showFrom }) => category === demoCategoryId('gifts') && visible && !showFrom,
  )
  expect((await api.client(goods).published({ query: { category: 'gifts' } })).total).toBe(gifts.length)
})

it('adds up concurrent stock moves and never takes more than is in stock', async () => {
  const { good, option } = await buildOption(api.context, { stock: 0 })
  const staff = await staffClient()
  const params = { id: good.id }
  const read = async () =>
    (await staff.get({ params })).product.options.find(({ _id }) => _id === option.id)?.stock ?? Number.NaN
  const many = <T>(work: () => Promise<T>) => Promise.allSettled(Array.from({ length: 16 }, work))
  await many(() => staff.stock({ params, body: { option: option.id, amount: 2, kind: 'in' } }))
  expect(await read()).toBe(32)
  const removals = await many(() => staff.stock({ params, body: { option: option.id, amount: -3, kind: 'out' } }))
  expect(removals.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect(await read()).toBe(2)
  // The naive version writes the stock that it read plus two, so most additions are lost.
  const observed = await Promise.all(Array.from({ length: 16 }, read))
  await Promise.all(
    observed.map((stock) =>
      api.context.database.execute(sql`UPDATE shop_options SET stock = ${stock + 2} WHERE id = ${option.id}::uuid`),
    ),
  )
  expect(await read()).toBe(4)
  for (const [body, status] of [
    [{ option: option.id, amount: 0, kind: 'in' as const }, 400],
    [{ option: option.id, amount: 1.5, kind: 'in' as const }, 400],
    [{ option: api.context.newId(), amount: 1, kind: 'in' as const }, 404],
  ] as const)
    await expect(staff.stock({ params, body })).rejects.toMatchObject({ status })
  const reader = api.client(goods, await api.actor(['console', 'console:shop:read']))
  await expect(reader.stock({ params, body: { option: option.id, amount: 1, kind: 'in' } })).rejects.toMatchObject({
    status: 403,
  })
})
