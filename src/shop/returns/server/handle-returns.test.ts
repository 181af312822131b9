import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { files } from '#kit/files/table.ts'
import { withdrawals } from '#people/withdrawals/contract.ts'
import { readConditions } from '#shop/conditions/server/read-conditions.ts'
import { buildOption } from '#shop/goods/factory.ts'
import { orders } from '#shop/orders/contract.ts'
import { buildOrder, orderInput, refundAccount } from '#shop/orders/factory.ts'
import { formatOrderNumber } from '#shop/orders/rules.ts'
import { personal } from '#shop/orders/server/export-personal-data.ts'
import { readLines } from '#shop/orders/server/find-order.ts'
import { shopOrders } from '#shop/orders/table.ts'
import { payments } from '#shop/payments/contract.ts'
import { shopPayments } from '#shop/payments/table.ts'
import { points } from '#shop/points/contract.ts'
import { readBalance } from '#shop/points/server/read-balance.ts'
import { writePoints } from '#shop/points/server/write-points.ts'
import { reviews } from '#shop/reviews/contract.ts'
import { prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { returns } from '../contract.ts'
import { buildDelivered, buildReturn } from '../factory.ts'
import { shopReturns } from '../table.ts'
import { requestReturn } from './request-return.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)

const staffClient = async () => api.client(returns, await api.actor(['console', 'console:shop', 'console:refunds']))
const refundedOf = async (order: string) => {
  const { rows } = await api.context.database.execute<{ sum: number }>(
    sql`SELECT coalesce(sum(amount), 0)::int AS sum FROM shop_payments WHERE order_id = ${order}::uuid AND kind = 'refund'`,
  )
  return rows[0]?.sum
}

it('refunds the previewed amount once and restocks; a change of mind pays the parcels', async () => {
  const member = await api.actor([])
  const own = api.client(returns, member)
  const { order, wanted } = await buildDelivered(api.context, member.userId)
  const params = { id: order.id }
  expect((await own.preview({ params, body: { ...wanted, reason: 'mind' } })).slip).toMatchObject({
    fee: 6000,
    total: 122_000,
  })
  const { return: asked } = await own.ask({
    params,
    body: { ...wanted, text: '금이 있습니다.', account: refundAccount },
  })
  expect(asked).toMatchObject({ state: 'asked', slip: { total: 128_000, fee: 0 } })
  // While a return is open, the purchase is not confirmed automatically and the customer cannot confirm it.
  const orderOf = async () => (await api.client(orders, member).open({ params })).order
  expect((await orderOf()).may).toMatchObject({ confirm: false, return: true })
  const staff = await staffClient()
  const at = { params: { id: asked._id } }
  await staff.collect(at)
  await expect(own.withdraw(at)).rejects.toMatchObject({ status: 409 })
  await expect(staff.approve({ ...at, body: { total: 1, restock: true } })).rejects.toMatchObject({ status: 409 })
  const body = { total: asked.slip.total, restock: true }
  const approved = await Promise.all(Array.from({ length: 6 }, () => statusOf(staff.approve({ ...at, body }), 200)))
  expect(approved.filter((status) => status === 200)).toHaveLength(1)
  expect(await refundedOf(order.id)).toBe(128_000)
  expect((await orderOf()).may).toMatchObject({ confirm: true })
  // Points of the two remaining pieces.
  expect((await api.client(points, member).mine()).coming).toBe(2560)
  // The account is stored only with the due refund.
  const [decided] = await api.context.database.select().from(shopReturns).where(eq(shopReturns.id, asked._id))
  expect(decided?.sealed).toBeNull()
  const money = api.client(payments, await api.actor(['console', 'console:shop', 'console:refunds']))
  const due = (await money.list({ query: { due: 'true' } })).payments.find((one) => one.order === order.id)
  const sent = { params: { id: due?._id ?? '' }, body: { reason: '환불 송금' } }
  expect((await money.account(sent)).account).toEqual(refundAccount)
  await expect(api.client(returns, await api.actor([])).withdraw(at)).rejects.toMatchObject({ status: 404 })
})

it('returns each piece once under concurrent requests, and all refunds add up to what was paid', {
  tags: ['deep'],
  timeout: 60_000,
}, async () => {
  const { order, line, wanted } = await buildDelivered(api.context)
  const stranger = api.client(returns)
  const ask = { params: { ticket: order.ticket ?? '' }, body: { ...wanted, account: refundAccount } }
  // Below the rate limit of ten calls a minute.
  const asked = await Promise.all(Array.from({ length: 8 }, () => statusOf(stranger.guestAsk(ask), 201)))
  expect(asked.filter((status) => status === 201)).toHaveLength(3)
  const staff = await staffClient()
  for (const one of (await staff.list({ query: { order: order.id } })).returns)
    await staff.approve({ params: { id: one._id }, body: { total: one.slip.total, restock: false } })
  expect(await refundedOf(order.id)).toBe(order.total)
  const twice = await crowd.callConcurrently((index) =>
    crowd.pool
      .query('INSERT INTO shop_return_pieces SELECT $1, 0, id FROM shop_returns WHERE order_id = $2 LIMIT 1', [
        line.id,
        order.id,
      ])
      .then(
        () => index,
        () => null,
      ),
  )
  expect(twice.filter((one) => one !== null)).toEqual([])
})

it('releases its pieces when refused with a reason, and expires after its term', async () => {
  const made = await buildReturn(api.context)
  const staff = await staffClient()
  const { return: refused } = await staff.refuse({
    params: { id: made.id },
    body: { reason: '사용한 흔적이 있습니다.' },
  })
  expect(refused).toMatchObject({ state: 'refused', decision: '사용한 흔적이 있습니다.' })
  const stranger = api.client(returns)
  const ask = (reason: 'mind' | 'fault') =>
    stranger.guestPreview({
      params: { ticket: made.of.ticket ?? '' },
      body: { lines: made.lines.map(({ line }) => ({ line, quantity: 3 })), reason },
    })
  expect((await ask('mind')).slip.total).toBe(384_000 - 6000)
  await api.context.database
    .update(shopOrders)
    .set({ deliveredAt: new Date(Date.now() - 30 * 86_400_000) })
    .where(eq(shopOrders.id, made.orderId))
  await expect(ask('mind')).rejects.toMatchObject({ status: 409 })
  expect((await ask('fault')).slip.total).toBe(384_000)
  const shipped = await buildOrder(api.context, { state: 'shipped' })
  const early = stranger.guestPreview({
    params: { ticket: shipped.ticket ?? '' },
    body: { lines: [{ line: made.id, quantity: 1 }], reason: 'fault' },
  })
  await expect(early).rejects.toMatchObject({ status: 409 })
})

it('lets a guest withdraw only with the ticket of the order, once, and request again', async () => {
  const made = await buildReturn(api.context)
  const other = await buildReturn(api.context)
  const stranger = api.client(returns)
  const at = (ticket: string | null, id: string) => ({ params: { ticket: ticket ?? '', id } })
  expect(await statusOf(stranger.guestWithdraw(at(other.of.ticket, made.id)), 200)).toBe(404)
  expect(await statusOf(stranger.guestWithdraw(at(crypto.randomUUID(), made.id)), 200)).toBe(404)
  const calls = Array.from({ length: 5 }, () => statusOf(stranger.guestWithdraw(at(made.of.ticket, made.id)), 200))
  expect((await Promise.all(calls)).toSorted()).toEqual([200, 409, 409, 409, 409])
  const [row] = await api.context.database.select().from(shopReturns).where(eq(shopReturns.id, made.id))
  expect(row).toMatchObject({ state: 'withdrawn', sealed: null })
  const body = {
    lines: made.lines.map(({ line }) => ({ line, quantity: 3 })),
    reason: 'fault' as const,
    account: refundAccount,
  }
  expect(await statusOf(stranger.guestAsk({ params: { ticket: made.of.ticket ?? '' }, body }), 201)).toBe(201)
  const staff = await staffClient()
  await staff.collect({ params: { id: other.id } })
  expect(await statusOf(stranger.guestWithdraw(at(other.of.ticket, other.id)), 200)).toBe(409)
})

it('makes a concurrent confirmation of the purchase fail with 409', { tags: ['deep'], timeout: 60_000 }, async () => {
  const member = await api.actor([])
  const { order, wanted } = await buildDelivered(api.context, member.userId)
  const waiting = async () => {
    const { rows } = await crowd.pool.query<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rows[0]?.waiting
  }
  const confirming: Promise<number>[] = []
  await api.context.transaction(async (within) => {
    await requestReturn(within, eq(shopOrders.id, order.id), { ...wanted, text: '', account: refundAccount })
    confirming.push(statusOf(api.client(orders, member).confirm({ params: { id: order.id } }), 200))
    await expect.poll(waiting, { timeout: 10_000, interval: 20 }).toBeGreaterThan(0)
  })
  expect(await Promise.all(confirming)).toEqual([409])
  const [row] = await api.context.database.select().from(shopOrders).where(eq(shopOrders.id, order.id))
  expect(row?.state).toBe('delivered')
})

it('takes back the points of the purchase even if spent, and blocks spending until they are made up', {
  timeout: 60_000,
}, async () => {
  const member = await api.actor([])
  const { userId } = member
  const order = await buildOrder(api.context, { userId, state: 'confirmed', quantity: 3 })
  expect(order.earns).toBe(3840)
  await writePoints(api.context, { userId, kind: 'spent', amount: -3840 })
  const [line] = await readLines(api.context, [order.id])
  const lines = [{ line: line?.id ?? '', quantity: 3 }]
  const { return: asked } = await api
    .client(returns, member)
    .ask({ params: { id: order.id }, body: { lines, reason: 'fault', account: refundAccount } })
  expect(asked.slip).toMatchObject({ total: 384_000, earns: 3840 })
  // An account cannot be deleted while goods or money are on their way back, even after the confirmation.
  const left = [{ title: `진행 중인 주문 ${formatOrderNumber(order)}`, to: '/me/purchases' }]
  const blocks = async () => (await api.client(withdrawals, member).outlook()).withdrawal.blocks
  expect(await blocks()).toEqual(left)
  await (await staffClient()).approve({ params: { id: asked._id }, body: { total: 384_000, restock: false } })
  expect(await refundedOf(order.id)).toBe(384_000)
  expect(await blocks()).toEqual(left)
  await api.context.database.update(shopPayments).set({ doneAt: new Date() }).where(eq(shopPayments.orderId, order.id))
  expect(await blocks()).toEqual([])
  const ledger = async () => {
    const { rows } = await api.context.database.execute<{ balance: number; sum: number }>(sql`
      SELECT balance::int, (SELECT sum(amount)::int FROM shop_points WHERE user_id = ${userId}::uuid) AS sum
      FROM shop_point_accounts WHERE user_id = ${userId}::uuid`)
    return rows[0]
  }
  expect(await ledger()).toEqual({ balance: -3840, sum: -3840 })
  await expect(writePoints(api.context, { userId, kind: 'spent', amount: -1 })).rejects.toMatchObject({
    code: 'conflict',
  })
  await writePoints(api.context, { userId, kind: 'adjusted', amount: 4000 })
  await expect(writePoints(api.context, { userId, kind: 'spent', amount: -161 })).rejects.toMatchObject({
    code: 'conflict',
  })
  await writePoints(api.context, { userId, kind: 'spent', amount: -160 })
  expect(await ledger()).toEqual({ balance: 0, sum: 0 })
})

it('refunds delivery once, with the return that completes the order, whichever was requested last', async () => {
  const { option } = await buildOption(api.context, { price: 10_000 })
  const body = orderInput({ lines: [{ option: option.id, quantity: 2 }], total: 23_000 })
  const { order } = await api.client(orders).place({ body })
  const post = api.client(orders, await api.actor(['console', 'console:shop', 'console:refunds']))
  const at = { params: { id: order._id } }
  await post.pay({ ...at, body: {} })
  await post.ship({ ...at, body: { carrier: '시연택배', tracking: '4410-0000' } })
  await post.deliver(at)
  const lines = [{ line: order.lines[0]?._id ?? '', quantity: 1 }]
  const where = eq(shopOrders.id, order._id)
  const ask = () => requestReturn(api.context, where, { lines, reason: 'fault', text: '', account: refundAccount })
  const staff = await staffClient()
  const first = await ask()
  const last = await ask()
  expect([first, last].map(({ slip }) => slip.total)).toEqual([10_000, 10_000])
  await staff.refuse({ params: { id: first.id }, body: { reason: '사진이 없습니다.' } })
  const again = await ask()
  expect(again.slip).toMatchObject({ delivery: 0, total: 10_000 })
  for (const { id } of [again, last]) {
    const { slip } = (await staff.get({ params: { id } })).return
    await staff.approve({ params: { id }, body: { total: slip.total, restock: false } })
  }
  expect(await refundedOf(order._id)).toBe(order.slip.total)
})

it('takes back the points of a review once all its goods are refunded', async () => {
  const member = await api.actor([])
  const { order, line } = await buildDelivered(api.context, member.userId)
  await api
    .client(reviews, member)
    .write({ body: { line: line.id, rating: 5, text: '단정하고 가벼워 매일 씁니다.', pictures: [] } })
  const given = (await readConditions(api.context)).reviewPoints
  expect(await readBalance(api.context, member.userId)).toBe(given)
  const staffClient = api.client(returns, await api.actor(['console', 'console:shop', 'console:refunds']))
  const own = api.client(returns, member)
  const sendBack = async (quantity: number) => {
    const body = { lines: [{ line: line.id, quantity }], reason: 'fault' as const, account: refundAccount }
    const { return: asked } = await own.ask({ params: { id: order.id }, body })
    await staffClient.approve({ params: { id: asked._id }, body: { total: asked.slip.total, restock: true } })
  }
  await sendBack(1)
  expect(await readBalance(api.context, member.userId)).toBe(given)
  await sendBack(2)
  expect(await readBalance(api.context, member.userId)).toBe(0)
})

it('deletes the pictures of a withdrawn account, except those that another record uses', async () => {
  const { userId } = await api.actor([])
  const [own, shared] = [api.context.newId(), api.context.newId()]
  const picture = { kind: 'picture' as const, name: 'crack.png', mime: 'image/png', bytes: 1, width: 1, height: 1 }
  const [createdAt, updatedAt] = [api.clock.now(), api.clock.now()]
  await api.context.database.insert(files).values(
    [own, shared].map((id) => ({
      ...picture,
      id,
      createdAt,
      updatedAt,
      sha256: Buffer.alloc(32),
      uploadedBy: userId,
    })),
  )
  const attach = (id: string, pictures: string[]) =>
    api.context.database.update(shopReturns).set({ pictures }).where(eq(shopReturns.id, id))
  const returned = await buildReturn(api.context, userId)
  await attach(returned.id, [own, shared])
  await attach((await buildReturn(api.context)).id, [shared])
  const subject = { userId, username: '', email: null, phone: null }
  await api.context.transaction(async (within) => personal.forget?.(within, subject))
  const [row] = await api.context.database.select().from(shopReturns).where(eq(shopReturns.id, returned.id))
  expect(row).toMatchObject({ userId: null, pictures: [] })
  const left = await api.context.database.select({ id: files.id }).from(files).where(eq(files.uploadedBy, userId))
  expect(left).toEqual([{ id: shared }])
})
