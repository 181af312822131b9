import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { Context } from '#kit/server/context.ts'
import { buildConditions } from '#shop/conditions/factory.ts'
import { buildOption } from '#shop/goods/factory.ts'
import { expirePoints } from '#shop/points/server/expire-points.ts'
import { readBalance, readExpiringPoints } from '#shop/points/server/read-balance.ts'
import { returnedPointDays, writePoints } from '#shop/points/server/write-points.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { OrderInput } from '../contract-records.ts'
import { orderInput } from '../factory.ts'
import { shopOrders } from '../table.ts'
import { cancelOrder } from './cancel-order.ts'
import { placeOrder } from './place-order.ts'

const day = 86_400_000
const api = prepareTestApi()
beforeAll(async () => {
  await buildConditions(api.context)
})

const order = async (userId: string, points: number) => {
  const { option } = await buildOption(api.context, { price: 128_000 })
  const principal = { userId, sessionId: '', username: 'x', name: '차하은', level: 'member', rank: 0, scopes: [] }
  const own = new Context(api.context.services, { ...api.context.scope, principal })
  const body = orderInput({ lines: [{ option: option.id, quantity: 1 }], total: 128_000 - points, points })
  return (await placeOrder(own, OrderInput.parse(body))).id
}
const cancel = (id: string, reason: 'customer' | 'staff') =>
  api.context.transaction((within) => cancelOrder(within, eq(shopOrders.id, id), { reason }))

it('returns points with their original expiry, so that repeated cancelling does not renew it', async () => {
  const { userId } = await api.actor([])
  await writePoints(api.context, { userId, kind: 'adjusted', amount: 1000 })
  const first = (await readExpiringPoints(api.context, userId))?.at
  api.clock.forward(200 * day)
  await writePoints(api.context, { userId, kind: 'adjusted', amount: 1000 })
  for (let round = 0; round < 3; round += 1) {
    await cancel(await order(userId, 600), 'customer')
    expect(await readExpiringPoints(api.context, userId)).toEqual({ at: first, amount: 1000 })
    api.clock.forward(day)
  }
  // Points of two terms spent in one order come back with the later term.
  await cancel(await order(userId, 1500), 'customer')
  expect(await readExpiringPoints(api.context, userId)).toMatchObject({ amount: 2000 })
  expect((await readExpiringPoints(api.context, userId))?.at).not.toBe(first)
  api.clock.forward(100 * day)
  await cancel(await order(userId, 2000), 'customer')
  api.clock.forward(300 * day)
  await expirePoints(api.context)
  expect(await readBalance(api.context, userId)).toBe(0)
})

it('returns points of orders cancelled by staff for at least a month', async () => {
  for (const reason of ['customer', 'staff'] as const) {
    const { userId } = await api.actor([])
    await writePoints(api.context, { userId, kind: 'adjusted', amount: 1000 })
    api.clock.forward(364 * day)
    const id = await order(userId, 1000)
    api.clock.forward(5 * day)
    await expirePoints(api.context)
    await cancel(id, reason)
    await expirePoints(api.context)
    expect(await readBalance(api.context, userId)).toBe(reason === 'staff' ? 1000 : 0)
    api.clock.forward((returnedPointDays - 1) * day)
    await expirePoints(api.context)
    expect(await readBalance(api.context, userId)).toBe(reason === 'staff' ? 1000 : 0)
    api.clock.forward(2 * day)
    await expirePoints(api.context)
    expect(await readBalance(api.context, userId)).toBe(0)
  }
})
