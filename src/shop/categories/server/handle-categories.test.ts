import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { categories } from '../contract.ts'
import { buildCategory, categoryInput } from '../factory.ts'

const api = prepareTestApi()

it('keeps a tree of at most three levels under concurrent moves', async () => {
  const staff = api.client(categories, await api.actor(['console', 'console:shop']))
  const [top, second] = [await buildCategory(api.context), await buildCategory(api.context)]
  const move = ({ id, updatedAt }: typeof top, parent: string) =>
    staff.update({ params: { id }, body: { parent, updatedAt: updatedAt.toISOString() } })
  // Each move would put one category below the other; only one may succeed.
  const moved = await Promise.allSettled([move(top, second.id), move(second, top.id)])
  expect(moved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const third = await buildCategory(api.context, {
    parent: (await staff.list()).categories.find(({ parent }) => parent)?._id ?? '',
  })
  await expect(staff.create({ body: categoryInput({ parent: third.id }) })).rejects.toMatchObject({ status: 400 })
  await expectRefusal(staff.create({ body: categoryInput({ parent: api.context.newId() }) }), 400, 'parent')
  await expect(staff.remove({ params: { id: third.parent ?? '' } })).rejects.toMatchObject({ status: 409 })
  const all = (await staff.list()).categories.map(({ _id, updatedAt }) => ({ _id, parent: null, updatedAt }))
  const { categories: flat } = await staff.arrange({ body: { categories: all } })
  expect(flat.map(({ _id }) => _id)).toEqual(all.map(({ _id }) => _id))
  await expect(staff.arrange({ body: { categories: all.slice(1) } })).rejects.toMatchObject({ status: 409 })
})

it('applies one of several concurrent rearrangements and rejects the others', async () => {
  const people = await Promise.all(
    Array.from({ length: 6 }, async () => api.client(categories, await api.actor(['console', 'console:shop']))),
  )
  await buildCategory(api.context)
  await buildCategory(api.context)
  const read = async () => (await people[0]?.list({ query: { limit: 100, sort: 'position' } }))?.categories ?? []
  const rows = (await read()).map(({ _id, updatedAt }) => ({ _id, parent: null, updatedAt }))
  const rotate = (by: number) => [...rows.slice(by), ...rows.slice(0, by)]
  const results = await Promise.allSettled(
    people.map((one, index) => one.arrange({ body: { categories: rotate((index % (rows.length - 1)) + 1) } })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of results)
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({ status: 409, refusal: { fields: { categories: expect.any(String) } } })
  // The naive version writes what it read before: every request reports success, but only one order survives.
  const { database } = api.context
  const naive = await Promise.allSettled(
    people.map((_, index) =>
      database.execute(sql`UPDATE shop_categories AS category SET position = wanted.place FROM jsonb_array_elements(
        ${JSON.stringify(rotate((index % (rows.length - 1)) + 1))}::jsonb) WITH ORDINALITY AS wanted (one, place)
        WHERE category.id = (wanted.one ->> '_id')::uuid`),
    ),
  )
  expect(naive.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(1)
})

it('rejects an arrangement with unknown or repeated categories or a fourth level', async () => {
  const staff = api.client(categories, await api.actor(['console', 'console:shop']))
  const { categories: all } = await staff.list({ query: { limit: 100 } })
  const flat = all.map(({ _id, updatedAt }) => ({ _id, parent: null, updatedAt }))
  const [first] = flat
  if (!first) throw new Error('No category')
  const unknown = { ...first, _id: api.context.newId() }
  for (const malformed of [
    [...flat, unknown],
    [...flat.slice(1), first, first],
    [...flat.slice(1), unknown],
  ])
    await expect(staff.arrange({ body: { categories: malformed } })).rejects.toMatchObject({ status: 409 })
  const chain = flat.map((one, index) => ({ ...one, parent: flat[index - 1]?._id ?? null }))
  expect(chain.length).toBeGreaterThan(3)
  await expectRefusal(staff.arrange({ body: { categories: chain } }), 400, 'parent')
  await expect(staff.arrange({ body: { categories: [] } })).rejects.toMatchObject({ status: 400 })
  const reader = api.client(categories, await api.actor(['console', 'console:shop:read']))
  await expect(reader.arrange({ body: { categories: flat } })).rejects.toMatchObject({ status: 403 })
})
