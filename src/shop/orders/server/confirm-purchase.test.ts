import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { returns } from '#shop/returns/contract.ts'
import { buildDelivered } from '#shop/returns/factory.ts'
import { statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { orders } from '../contract.ts'
import { buildOrder } from '../factory.ts'
import { shopOrders } from '../table.ts'
import { cancelUnpaidOrders, confirmDeliveredOrders } from './run-order-jobs.ts'

const day = 86_400_000
const api = prepareTestApi()

it('accepts a return on Monday if the seventh day was a Saturday, and confirms only afterwards', async () => {
  const { order, wanted } = await buildDelivered(api.context)
  // A Sunday in March, away from any public holiday.
  const now = api.clock.now()
  const march = Date.UTC(now.getUTCFullYear() + 1, 2, 8, 3)
  const sunday = march + ((7 - new Date(march).getUTCDay()) % 7) * day
  await api.context.database
    .update(shopOrders)
    .set({ deliveredAt: new Date(sunday - 8 * day) })
    .where(eq(shopOrders.id, order.id))
  const params = { ticket: order.ticket ?? '' }
  const preview = () => statusOf(api.client(returns).guestPreview({ params, body: { ...wanted, reason: 'mind' } }), 200)
  const stateNow = async () => {
    await confirmDeliveredOrders(api.context)
    const { order: shown } = await api.client(orders).guestOpen({ params })
    return [shown.state, seoulDayOf(Date.parse(shown.returnUntil ?? '')).day]
  }
  const monday = seoulDayOf(sunday + day).day
  api.clock.forward(sunday - now.getTime())
  expect([await preview(), ...(await stateNow())]).toEqual([200, 'delivered', monday])
  api.clock.forward(day)
  expect([await preview(), ...(await stateNow())]).toEqual([200, 'delivered', monday])
  api.clock.forward(day)
  expect([await preview(), ...(await stateNow())]).toEqual([409, 'confirmed', monday])
})

it('reaches every order although the 201 oldest fail, and reports each failure', async () => {
  const [stuck, next] = [await buildOrder(api.context), await buildOrder(api.context)]
  await api.context.database.execute(sql`
    INSERT INTO shop_orders SELECT (jsonb_populate_record(shop_orders, jsonb_build_object(
      'id', gen_random_uuid(), 'ticket', gen_random_uuid(), 'key', gen_random_uuid(), 'number', 900000 + n))).*
    FROM shop_orders, generate_series(1, 200) AS n WHERE id = ${stuck.id}::uuid`)
  // Due first, because they are older; a trigger makes every write to their history fail.
  await api.context.database.execute(
    sql`UPDATE shop_orders SET pay_until = pay_until - interval '1 day' WHERE id <> ${next.id}::uuid`,
  )
  await api.context.database.execute(sql`CREATE FUNCTION no_event() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'broken'; END $$`)
  await api.context.database.execute(
    sql.raw(`CREATE TRIGGER no_event BEFORE INSERT ON shop_order_events FOR EACH ROW
      WHEN (NEW.order_id <> '${next.id}') EXECUTE FUNCTION no_event()`),
  )
  api.clock.forward(30 * day)
  const failure: unknown = await cancelUnpaidOrders(api.context).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(AggregateError)
  expect(failure).toMatchObject({ errors: { length: 201 } })
  const stateOf = async ({ id }: { id: string }) =>
    (await api.context.database.select().from(shopOrders).where(eq(shopOrders.id, id)))[0]?.state
  expect([await stateOf(stuck), await stateOf(next)]).toEqual(['ordered', 'cancelled'])
})
