import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { buildSale } from '#auction/sales/factory.ts'
import { auctionSales } from '#auction/sales/table.ts'
import { buildFair } from '#match/fairs/factory.ts'
import { buildParticipation, buildProfile } from '#match/participants/factory.ts'
import { dashboard } from '#platform/dashboard/contract.ts'
import { settings } from '#platform/settings/contract.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { buildOrder } from '#shop/orders/factory.ts'
import { buildReturn } from '#shop/returns/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type Actor, allScopes } from '#test/server/test-api.ts'

// Desk entries that the sites contribute. handle-dashboard.test.ts covers the desk itself.

const api = prepareTestApi()
let owner: Actor
beforeAll(async () => {
  await buildSetting(api.context)
  owner = await api.actor(allScopes(api.kernel))
  const { context } = api
  const { id: fairId } = await buildFair(context)
  for (const state of ['submitted', 'approved'] as const) {
    const { id: profileId } = await buildProfile(context, { role: 'buyer' })
    await buildParticipation(context, { fairId, profileId, state })
  }
  await buildOrder(context, { state: 'ordered' })
  await buildOrder(context, { state: 'paid' })
  await buildOrder(context, { state: 'preparing' })
  await buildReturn(context)
  await buildSale(context)
  const late = await buildSale(context)
  await context.database
    .update(auctionSales)
    .set({ payUntil: new Date(context.now().getTime() - 86_400_000) })
    .where(eq(auctionSales.id, late.id))
})

const works = async (actor: Actor) => {
  const today = await api.client(dashboard, actor).today()
  return Object.fromEntries(today.works.map(({ key, count, entries }) => [key, [count, entries.length]]))
}

it('shows pending work of Match, auction and shop to staff with access', async () => {
  expect(await works(owner)).toMatchObject({
    'participants.submitted': [1, 1],
    'sales.overdue': [1, 1],
    'orders.toSend': [2, 2],
    'returns.asked': [1, 1],
  })
})

it('hides it from staff of another section', async () => {
  const editor = await api.actor(['console', 'console:boards'])
  const shown = await works(editor)
  for (const key of ['participants.submitted', 'sales.overdue', 'orders.toSend', 'returns.asked'])
    expect(shown).not.toHaveProperty(key)
})

it('shows nothing of a disabled site', async () => {
  const client = api.client(settings, owner)
  const { setting } = await client.get()
  const modules = { firm: true, match: true, auction: true, shop: false }
  await client.update({ body: { modules, updatedAt: setting.updatedAt } })
  const shown = await works(owner)
  expect(shown).toMatchObject({ 'participants.submitted': [1, 1], 'sales.overdue': [1, 1] })
  expect(shown).not.toHaveProperty('orders.toSend')
  expect(shown).not.toHaveProperty('returns.asked')
})
