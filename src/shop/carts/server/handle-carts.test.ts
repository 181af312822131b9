import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { AppError } from '#kit/errors.ts'
import { buildOption } from '#shop/goods/factory.ts'
import { shopGoods } from '#shop/goods/table.ts'
import { openCrowd } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { carts, maxLines } from '../contract.ts'
import { putLine } from './change-cart.ts'

const api = prepareTestApi()

it('merges a guest cart into the cart of the member at log-in, once, and deletes it', async () => {
  const token = randomUUID()
  const [stranger, own] = [api.client(carts), api.client(carts, await api.actor([]))]
  const [both, single] = [await buildOption(api.context), await buildOption(api.context, { price: 5000 })]
  const option = both.option.id
  await stranger.guestPut({ params: { token, option }, body: { add: 2 } })
  await stranger.guestPut({ params: { token, option: single.option.id }, body: { quantity: 1 } })
  await own.put({ params: { option }, body: { add: 1 } })
  const joined = await Promise.all([1, 2, 3].map(() => own.join({ body: { token } })))
  expect(joined.reduce((sum, { cart }) => sum + cart.joined, 0)).toBe(2)
  const { cart } = await own.mine()
  expect(cart.lines.map(({ quantity }) => quantity).toSorted()).toEqual([1, 3])
  expect(cart.slip).toMatchObject({ total: 389_000, delivery: 0 })
  expect((await stranger.guest({ params: { token } })).cart.lines).toEqual([])
})

it('reports changed prices, reduced stock, sold-out options and products no longer sold', async () => {
  const own = api.client(carts, await api.actor([]))
  const { good, option } = await buildOption(api.context, { price: 124_000, stock: 3 })
  const params = { option: option.id }
  await own.put({ params, body: { quantity: 5 } })
  await api.context.database.update(shopGoods).set({ price: 128_000 }).where(eq(shopGoods.id, good.id))
  const { cart } = await own.mine()
  expect(cart.lines[0]).toMatchObject({ seen: 124_000, reduced: 128_000, fault: 'fewer', stock: 3 })
  expect(cart.slip.total).toBe(0)
  // Fewer pieces do not accept a changed price.
  const { cart: fewer } = await own.put({ params, body: { quantity: 2 } })
  expect(fewer.lines[0]).toMatchObject({ seen: 124_000, fault: null })
  const { cart: accepted } = await own.put({ params, body: { seen: 128_000 } })
  expect(accepted.lines[0]).toMatchObject({ seen: 128_000, quantity: 2 })
  // The price changed between render and click: the accepted price is the one that the page showed.
  await api.context.database.update(shopGoods).set({ price: 131_000 }).where(eq(shopGoods.id, good.id))
  const { cart: late } = await own.put({ params, body: { seen: 128_000 } })
  expect(late.lines[0]).toMatchObject({ seen: 128_000, reduced: 131_000 })
  const other = await buildOption(api.context)
  const { cart: swapped } = await own.swap({ params, body: { to: other.option.id } })
  expect(swapped.lines).toMatchObject([{ option: other.option.id, quantity: 2 }])
  await api.context.database.update(shopGoods).set({ visible: false }).where(eq(shopGoods.id, other.good.id))
  expect((await own.mine()).cart.lines[0]?.fault).toBe('gone')
  const gone = { params: { option: other.option.id } }
  expect((await own.put({ ...gone, body: { chosen: false } })).cart.lines[0]).toMatchObject({ chosen: false })
  await own.take(gone)
  // Sent from another window that still shows the removed line: it stays removed.
  for (const body of [{ chosen: true }, { seen: 128_000 }, {}] as const)
    expect((await own.put({ ...gone, body })).cart.lines).toEqual([])
  await expect(own.put({ params: { option: other.option.id }, body: { add: 1 } })).rejects.toMatchObject({
    status: 404,
  })
})

it('never exceeds the limit of options under concurrent additions and merges; a naive read-then-write does', {
  tags: ['deep'],
  timeout: 120_000,
}, async () => {
  const options: string[] = []
  for (let index = 0; index < maxLines + 8; index += 1) options.push((await buildOption(api.context)).option.id)
  const actor = await api.actor([])
  const self = { userId: actor.userId }
  for (const option of options.slice(0, maxLines - 2)) await putLine(api.context, self, option, { add: 1 })
  const put = options.slice(maxLines - 2).map((option) =>
    putLine(api.context, self, option, { add: 1 }).then(
      () => 'in',
      (error: unknown) => (error instanceof AppError ? error.code : 'fault'),
    ),
  )
  const results = await Promise.all(put)
  expect(results.filter((one) => one === 'in')).toHaveLength(2)
  expect(results.filter((one) => one === 'conflict')).toHaveLength(8)
  const own = api.client(carts, actor)
  const { cart } = await own.mine()
  expect(cart.lines).toHaveLength(maxLines)
  const out = options.find((option) => !cart.lines.some((line) => line.option === option)) ?? ''
  await expect(own.put({ params: { option: out }, body: { add: 1 } })).rejects.toMatchObject({
    status: 409,
    refusal: { fields: { option: expect.stringContaining('60가지') } },
  })
  // The line can still be changed, and another option can replace it.
  const [first] = cart.lines
  expect((await own.put({ params: { option: first?.option ?? '' }, body: { quantity: 3 } })).cart.lines).toHaveLength(
    maxLines,
  )
  await own.swap({ params: { option: first?.option ?? '' }, body: { to: out } })
  const token = randomUUID()
  const keptOption = cart.lines[1]?.option ?? ''
  for (const option of [first?.option ?? '', keptOption]) await putLine(api.context, { token }, option, { add: 1 })
  const joined = await own.join({ body: { token } })
  expect(joined.cart.lines).toHaveLength(maxLines)
  expect(joined.cart.lines.find(({ option }) => option === keptOption)).toMatchObject({ quantity: 2 })

  const crowd = openCrowd(api)
  await crowd.pool.query('CREATE TABLE twin_lines AS SELECT generate_series(1, 58) AS option')
  const count = async () =>
    Number((await crowd.pool.query<{ count: string }>('SELECT count(*) FROM twin_lines')).rows[0]?.count)
  await crowd.readThenAct(count, async (seen, index) => {
    if (seen < maxLines) await crowd.pool.query('INSERT INTO twin_lines VALUES ($1)', [100 + index])
  })
  expect(await count()).toBeGreaterThan(maxLines)
  await crowd.close()
})
