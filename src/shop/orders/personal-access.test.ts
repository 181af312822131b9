import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { exchanges } from '#shop/exchanges/contract.ts'
import { buildExchange } from '#shop/exchanges/factory.ts'
import { returns } from '#shop/returns/contract.ts'
import { buildReturn } from '#shop/returns/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { orders } from './contract.ts'
import { buildOrder } from './factory.ts'
import { formatOrderNumber } from './rules.ts'

const api = prepareTestApi()

const readAccessLog = async (id: string) => {
  const { rows } = await api.context.database.execute<{ entity: string; actor: string; summary: string; of: string }>(
    sql`SELECT entity, actor_id AS actor, summary, after ->> 'of' AS of FROM audit
      WHERE action = 'read' AND entity_id = ${id} ORDER BY id`,
  )
  return rows
}

it('logs staff access to an order and its customer, once in ten minutes', async () => {
  const [customer, staff] = [await api.actor([]), await api.actor(['console', 'console:shop:read'])]
  const { userId } = customer
  const order = await buildOrder(api.context, { userId })
  const returned = await buildReturn(api.context, userId)
  const exchanged = await buildExchange(api.context, userId)
  const [desk, returnsDesk, exchangesDesk] = [
    api.client(orders, staff),
    api.client(returns, staff),
    api.client(exchanges, staff),
  ]
  for (let time = 0; time < 2; time += 1) {
    await desk.get({ params: { id: order.id } })
    await returnsDesk.get({ params: { id: returned.id } })
    await exchangesDesk.get({ params: { id: exchanged.id } })
  }
  const by = { actor: staff.userId, of: userId }
  expect(await readAccessLog(order.id)).toEqual([{ entity: 'orders', summary: formatOrderNumber(order), ...by }])
  expect(await readAccessLog(returned.id)).toEqual([
    { entity: 'returns', summary: formatOrderNumber(returned.of), ...by },
  ])
  expect(await readAccessLog(exchanged.id)).toEqual([
    { entity: 'exchanges', summary: formatOrderNumber(exchanged.of), ...by },
  ])
  // Another staff account is another entry; the customer's own access is none.
  await api.client(orders, await api.actor(['console', 'console:shop'])).get({ params: { id: order.id } })
  await api.client(orders, customer).open({ params: { id: order.id } })
  expect(await readAccessLog(order.id)).toHaveLength(2)
})

it('logs nothing for missing orders and refused calls', async () => {
  const { id } = await buildOrder(api.context)
  const stranger = api.client(orders, await api.actor(['console']))
  await expect(stranger.get({ params: { id } })).rejects.toMatchObject({ status: 403 })
  expect(await readAccessLog(id)).toEqual([])
  const missing = api.context.newId()
  const desk = api.client(orders, await api.actor(['console', 'console:shop']))
  await expect(desk.get({ params: { id: missing } })).rejects.toMatchObject({ status: 404 })
  expect(await readAccessLog(missing)).toEqual([])
})
