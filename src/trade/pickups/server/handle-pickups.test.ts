import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { buildSale } from '#auction/sales/factory.ts'
import { auctionSales } from '#auction/sales/table.ts'
import { settings } from '#platform/settings/contract.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { orders } from '#shop/orders/contract.ts'
import { buildOrder } from '#shop/orders/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type Actor, allScopes } from '#test/server/test-api.ts'
import { pickups } from '../contract.ts'

const api = prepareTestApi()
let owner: Actor
beforeAll(async () => {
  await buildSetting(api.context)
  owner = await api.actor(allScopes(api.kernel))
})

const enableSites = async (on: { auction: boolean; shop: boolean }) => {
  const client = api.client(settings, owner)
  const { setting } = await client.get()
  await client.update({ body: { modules: { ...setting.modules, ...on }, updatedAt: setting.updatedAt } })
}

/** Creates a member with pickups of both sites: two orders and a paid work, besides a parcel order. */
const createCustomer = async () => {
  const actor = await api.actor([])
  const { userId } = actor
  const pickupIds: string[] = []
  const advanceClock = () => api.clock.forward(60_000)
  pickupIds.push((await buildOrder(api.context, { userId, way: 'pickup', state: 'delivered' })).id)
  advanceClock()
  pickupIds.push((await buildOrder(api.context, { userId, way: 'pickup', state: 'ready' })).id)
  await buildOrder(api.context, { userId, state: 'paid' })
  const cancelled = await buildOrder(api.context, { userId, way: 'pickup' })
  await api.client(orders, actor).cancel({ params: { id: cancelled.id }, body: {} })
  advanceClock()
  const sale = await buildSale(api.context, { userId, state: 'paid' })
  await api.context.database
    .update(auctionSales)
    .set({ createdAt: api.context.now() })
    .where(eq(auctionSales.id, sale.id))
  pickupIds.push(sale.id)
  return { client: api.client(pickups, actor), pickupIds }
}

it('lists the pickups of every site, latest first, with the codes of ready ones, page by page', async () => {
  const { client, pickupIds } = await createCustomer()
  const [collected, ready, sale] = pickupIds
  const answer = await client.list()
  expect(answer).toMatchObject({
    total: 3,
    pickups: [
      { _id: sale, site: 'auction', state: 'ready', to: '/me/pickups' },
      { _id: ready, site: 'shop', state: 'ready', to: `/orders/${ready}` },
      { _id: collected, site: 'shop', state: 'collected', ticket: null },
    ],
  })
  for (const { ticket, title, number } of answer.pickups.slice(0, 2)) {
    expect(ticket?.words).toMatch(/^[0-9A-F]{4} [0-9A-F]{4} [0-9A-F]{2}$/)
    expect(title).not.toBe('')
    expect(number).toMatch(/^[AS]-\d{4}-\d{4}/)
  }
  const listIds = async (query: object) => (await client.list({ query })).pickups.map(({ _id }) => _id)
  expect(await listIds({ limit: 2, page: 2 })).toEqual([collected])
  expect(await listIds({ state: 'collected' })).toEqual([collected])
  expect(await listIds({ state: 'unpaid' })).toEqual([])
  await expect(client.list({ query: { state: 'x' as 'ready' } })).rejects.toMatchObject({ status: 400 })
  await expect(api.client(pickups).list()).rejects.toMatchObject({ status: 401 })
  expect((await api.client(pickups, await api.actor([])).list()).total).toBe(0)
})

it('exists while a site with pickups is enabled, and lists only its pickups', async () => {
  const { client, pickupIds } = await createCustomer()
  const listPickupIds = async () => (await client.list()).pickups.map(({ _id }) => _id).sort()
  await enableSites({ auction: false, shop: true })
  expect(await listPickupIds()).toEqual(pickupIds.slice(0, 2).sort())
  await enableSites({ auction: true, shop: false })
  expect(await listPickupIds()).toEqual(pickupIds.slice(2))
  await enableSites({ auction: false, shop: false })
  await expect(client.list()).rejects.toMatchObject({ status: 404, refusal: { code: 'not_found' } })
  await enableSites({ auction: true, shop: true })
  expect(await listPickupIds()).toEqual(pickupIds.toSorted())
})
