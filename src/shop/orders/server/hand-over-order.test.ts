import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { outbox } from '#people/messages/table.ts'
import { conditions } from '#shop/conditions/contract.ts'
import { buildConditions, buildPickup } from '#shop/conditions/factory.ts'
import { shopConditions } from '#shop/conditions/table.ts'
import { exchanges } from '#shop/exchanges/contract.ts'
import { buildOption } from '#shop/goods/factory.ts'
import { returns } from '#shop/returns/contract.ts'
import { prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { orders } from '../contract.ts'
import { buildOrder, homeAddress, orderInput } from '../factory.ts'
import { shopOrders } from '../table.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)
beforeAll(async () => {
  await buildConditions(api.context)
})

const staffClient = async () => api.client(orders, await api.actor(['console', 'console:shop', 'console:refunds']))

it('offers pickup once staff enter a place, and refuses it before in the locale of the customer', async () => {
  const { option } = await buildOption(api.context, { price: 20_000 })
  const body = orderInput({ lines: [{ option: option.id, quantity: 1 }], total: 20_000, way: 'pickup', to: null })
  for (const [locale, words] of [
    ['ko', '픽업'],
    ['en', 'Pickup'],
    ['cn', '自提'],
  ] as const)
    await expect(api.client(orders, null, locale).place({ body })).rejects.toMatchObject({
      status: 409,
      refusal: { fields: { way: expect.stringContaining(words) } },
    })
  expect((await api.client(conditions).published()).conditions.pickup).toBeNull()
  const staff = api.client(conditions, await api.actor(['console', 'console:shop', 'console:refunds']))
  const { conditions: before } = await staff.get()
  const change = (times: { pickupFrom?: string; pickupTo?: string }) =>
    staff.update({ body: { pickupPlace: { ko: '안내 데스크' }, updatedAt: before.updatedAt, ...times } })
  await expect(change({ pickupFrom: '25:00' })).rejects.toMatchObject({ status: 400 })
  await expectRefusal(change({ pickupFrom: '18:00', pickupTo: '09:00' }), 400, 'pickupTo')
  await change({ pickupFrom: '11:00', pickupTo: '19:30' })
  expect((await api.client(conditions).published()).conditions.pickup).toEqual({
    place: '안내 데스크',
    from: '11:00',
    to: '19:30',
    days: 7,
  })
  // Pickup needs neither fee nor address; a parcel needs both.
  const { order } = await api.client(orders).place({ body })
  expect(order).toMatchObject({ way: 'pickup', to: null, slip: { delivery: 0, total: 20_000 } })
  expect(order.pickup).toMatchObject({ place: '안내 데스크', from: '11:00', ticket: null })
  const parcel = orderInput({ lines: [{ option: option.id, quantity: 1 }], total: 23_000, to: null })
  await expectRefusal(api.client(orders).place({ body: parcel }), 400, 'to')
})

it('marks an order ready, notifies in three languages, and hands it over for its code', async () => {
  await buildPickup(api.context)
  const staff = await staffClient()
  for (const [locale, words] of [
    ['ko', '수령하실 수 있습니다'],
    ['en', 'ready to collect'],
    ['cn', '可以提取'],
  ] as const) {
    const { option } = await buildOption(api.context, { price: 128_000 })
    const email = `${locale}-pickup@mail.example`
    const body = orderInput({ lines: [{ option: option.id, quantity: 1 }], total: 128_000, way: 'pickup', to: null })
    const { order } = await api
      .client(orders, null, locale)
      .place({ body: { ...body, buyer: { ...body.buyer, email } } })
    const params = { id: order._id }
    await expect(staff.ready({ params })).rejects.toMatchObject({ status: 409 })
    await staff.pay({ params, body: {} })
    const [paid] = await api.context.database
      .select()
      .from(outbox)
      .where(sql`recipient = ${email} ORDER BY created_at DESC LIMIT 1`)
    expect(paid?.html).toContain(
      { ko: '안내 데스크에서 수령', en: 'ready to collect at: Shop desk', cn: '到服务台提取' }[locale],
    )
    // Pickup orders cannot be shipped.
    await expect(staff.ship({ params, body: { carrier: '시연택배', tracking: '4410' } })).rejects.toMatchObject({
      status: 409,
      refusal: { fields: { state: expect.stringContaining('픽업') } },
    })
    const { order: ready } = await staff.ready({ params })
    // Staff do not see the code; the customer shows it.
    expect(ready).toMatchObject({ state: 'ready', pickup: { ticket: null } })
    await expect(staff.deliver({ params })).rejects.toMatchObject({ status: 409 })
    const [mail] = await api.context.database
      .select()
      .from(outbox)
      .where(sql`recipient = ${email} AND subject LIKE ${`%${words}%`}`)
    expect(mail?.html).toContain({ ko: '안내 데스크', en: 'Shop desk', cn: '服务台' }[locale])
    const guest = { ticket: order.ticket ?? '' }
    const { order: guestOrder } = await api.client(orders).guestOpen({ params: guest })
    const code = guestOrder.pickup?.ticket?.words ?? ''
    expect(code).toMatch(/^[0-9A-F]{4} [0-9A-F]{4} [0-9A-F]{2}$/)
    expect(mail?.html).toContain(code)
    expect(guestOrder.pickup?.ticket?.qr).toContain('<svg')
    expect(guestOrder.may).toMatchObject({ cancel: false, moveTo: false })
    // The code in lower case with separators, as staff might type it.
    const { order: handed } = await staff.handOver({ body: { code: ` ${code.toLowerCase().replaceAll(' ', '-')}` } })
    expect(handed).toMatchObject({ _id: order._id, state: 'delivered' })
    expect(handed.events.map(({ state }) => state)).toEqual(['ordered', 'paid', 'ready', 'delivered'])
    await expect(staff.handOver({ body: { code } })).rejects.toMatchObject({
      status: 409,
      refusal: { fields: { state: '이미 전달한 주문입니다' } },
    })
    const { order: after } = await api.client(orders).guestOpen({ params: guest })
    expect(after.pickup?.ticket).toBeNull()
    expect(after.may).toMatchObject({ confirm: true, return: true, exchange: true })
    expect((await api.client(orders).guestConfirm({ params: guest })).order.state).toBe('confirmed')
  }
})

it('rejects invalid and unknown codes, orders that are not ready, and callers without write access', async () => {
  const staff = await staffClient()
  const early = await buildOrder(api.context, { way: 'pickup', state: 'preparing' })
  for (const code of ['nothing', '0000000000', '%'])
    await expect(staff.handOver({ body: { code } })).rejects.toMatchObject({ status: 404 })
  await expect(staff.handOver({ body: { code: early.code ?? '' } })).rejects.toMatchObject({ status: 409 })
  const reader = api.client(orders, await api.actor(['console', 'console:shop:read']))
  await expect(reader.handOver({ body: { code: early.code ?? '' } })).rejects.toMatchObject({ status: 403 })
  const parcel = await buildOrder(api.context, { state: 'paid' })
  await expect(staff.ready({ params: { id: parcel.id } })).rejects.toMatchObject({ status: 409 })
})

it('hands an order over to one of 64 concurrent desks; a naive read-then-write hands it over many times', {
  tags: ['deep'],
}, async () => {
  const { id, code } = await buildOrder(api.context, { way: 'pickup', state: 'ready' })
  const staff = await staffClient()
  const statuses = await crowd.callConcurrently(() => statusOf(staff.handOver({ body: { code: code ?? '' } }), 200))
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(63)
  const { rows } = await api.context.database.execute(
    sql`SELECT FROM shop_order_events WHERE order_id = ${id}::uuid AND state = 'delivered'`,
  )
  expect(rows).toHaveLength(1)

  const naive = await buildOrder(api.context, { way: 'pickup', state: 'ready' })
  let handed = 0
  await crowd.readThenAct(
    async () => {
      const { rows: found } = await crowd.pool.query('SELECT state FROM shop_orders WHERE code = $1', [naive.code])
      return found[0]?.state
    },
    async (state) => {
      if (state !== 'ready') return
      await crowd.pool.query("UPDATE shop_orders SET state = 'delivered', delivered_at = now() WHERE code = $1", [
        naive.code,
      ])
      handed += 1
    },
  )
  expect(handed).toBeGreaterThan(1)
})

it('either hands over or cancels an order under concurrent calls', { tags: ['deep'] }, async () => {
  const staff = await staffClient()
  for (let round = 0; round < 5; round += 1) {
    const { id, code } = await buildOrder(api.context, { way: 'pickup', state: 'ready' })
    const statuses = await Promise.all([
      statusOf(staff.handOver({ body: { code: code ?? '' } }), 200),
      statusOf(staff.giveUp({ params: { id }, body: { reason: '찾아가지 않았습니다.' } }), 200),
    ])
    expect(statuses.toSorted()).toEqual([200, 409])
    const [row] = await api.context.database.select().from(shopOrders).where(eq(shopOrders.id, id))
    expect(row?.state).toBe(statuses[0] === 200 ? 'delivered' : 'cancelled')
  }
})

it('lists pickups of the member, charges one parcel for a return and none for an exchange at the desk', async () => {
  const member = await api.actor([], { email: 'own-pickup@mail.example' })
  const own = api.client(orders, member)
  const { id, code } = await buildOrder(api.context, { userId: member.userId, way: 'pickup', state: 'ready' })
  await buildOrder(api.context, { userId: member.userId })
  const { orders: listed, total } = await own.list({ query: { way: 'pickup' } })
  expect([total, listed[0]?._id, listed[0]?.pickup?.ticket?.words.replaceAll(' ', '')]).toEqual([1, id, code])
  await expect(own.moveTo({ params: { id }, body: { to: homeAddress, memo: '' } })).rejects.toMatchObject({
    status: 409,
  })
  await (await staffClient()).handOver({ body: { code: code ?? '' } })
  const { order } = await own.open({ params: { id } })
  const [line] = order.lines
  const body = { lines: [{ line: line?._id ?? '', quantity: 1 }], reason: 'mind' as const }
  const { slip } = await api.client(returns, member).preview({ params: { id }, body })
  expect(slip).toMatchObject({ goods: 128_000, fee: 3000, total: 125_000 })
  const exchanged = await api.client(exchanges, member).preview({
    params: { id },
    body: { line: line?._id ?? '', quantity: 1, option: line?.option ?? '', reason: 'mind' },
  })
  expect(exchanged.slip).toEqual({ difference: 0, fee: 0, balance: 0 })
})

it('keeps the pickup place and hours of the time of the order', async () => {
  const { id } = await buildOrder(api.context, { way: 'pickup', state: 'paid' })
  await api.context.database.update(shopConditions).set({ pickupPlace: { ko: '다른 곳' } })
  expect((await (await staffClient()).get({ params: { id } })).order.pickup?.place).toBe('안내 데스크')
})
