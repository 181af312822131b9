import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { signAccessToken } from '#kit/auth/tokens.ts'
import { outbox } from '#people/messages/table.ts'
import { conditions } from '#shop/conditions/contract.ts'
import { buildConditions } from '#shop/conditions/factory.ts'
import { shopConditions } from '#shop/conditions/table.ts'
import { buildCoupon, issueCoupon } from '#shop/coupons/factory.ts'
import { buildOption } from '#shop/goods/factory.ts'
import { shopOptions } from '#shop/goods/table.ts'
import { writePoints } from '#shop/points/server/write-points.ts'
import { prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { orders } from '../contract.ts'
import { buildOrder, orderInput, refundAccount } from '../factory.ts'
import { shopOrders } from '../table.ts'
import { cancelUnpaidOrders, confirmDeliveredOrders } from './run-order-jobs.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)
beforeAll(async () => {
  await buildConditions(api.context)
})

const staffClient = async () => api.client(orders, await api.actor(['console', 'console:shop', 'console:refunds']))
const stockOf = async (id: string) => {
  const { rows } = await api.context.database.execute<{ stock: number; sum: number }>(sql`
    SELECT stock, (SELECT coalesce(sum(amount), 0)::int FROM shop_stock_moves WHERE option_id = ${id}::uuid) AS sum
    FROM shop_options WHERE id = ${id}::uuid`)
  expect(rows[0]?.stock).toBe(rows[0]?.sum)
  return rows[0]?.stock
}
const input = (option: string, total = 128_000) => orderInput({ lines: [{ option, quantity: 1 }], total })

it('refuses transfers before a bank account is set, in the locale of the customer', async () => {
  const { option } = await buildOption(api.context)
  const [row] = await api.context.database.select().from(shopConditions)
  await api.context.database.update(shopConditions).set({ bank: '', account: '', holder: '' })
  const body = input(option.id)
  for (const [locale, words] of [
    ['ko', '입금 계좌'],
    ['en', 'bank account'],
    ['cn', '收款账户'],
  ] as const)
    await expect(api.client(orders, null, locale).place({ body })).rejects.toMatchObject({
      status: 409,
      refusal: { code: 'conflict', fields: { payment: expect.stringContaining(words) } },
    })
  expect(await stockOf(option.id)).toBe(10)
  expect((await api.client(conditions).published()).conditions.takesTransfers).toBe(false)
  if (row) await api.context.database.update(shopConditions).set(row)
  // The same checkout is sent again after an account is set.
  expect((await api.client(orders).place({ body })).order.account).toMatchObject({ bank: '시연은행' })
  expect((await api.client(conditions).published()).conditions.takesTransfers).toBe(true)
})

describe('a guest', () => {
  it('orders by transfer, is notified of each step, and finds the order only by number and contact', {
    timeout: 60_000,
  }, async () => {
    const { option } = await buildOption(api.context)
    const stranger = api.client(orders)
    const body = { ...input(option.id), buyer: { name: '한소리', phone: '010-0000-7777', email: 'guest@mail.example' } }
    const { order } = await stranger.place({ body })
    expect(order).toMatchObject({
      state: 'ordered',
      account: { bank: '시연은행' },
      // Guests earn no points.
      slip: { total: 128_000, vat: 11_636, earns: 0 },
    })
    expect(order.number).toMatch(/^S-\d{4}-\d{4}$/)
    expect(await stockOf(option.id)).toBe(9)
    const ticket = order.ticket ?? ''
    for (const contact of ['01000007777', '+82 10-0000-7777', 'Guest@mail.example'])
      expect((await stranger.find({ body: { number: order.number, contact } })).order._id).toBe(order._id)
    const rejection = { status: 404, refusal: { code: 'not_found' } }
    await expect(
      stranger.find({ body: { number: order.number, contact: 'other@mail.example' } }),
    ).rejects.toMatchObject(rejection)
    await expect(stranger.find({ body: { number: 'S-2611-9999', contact: '01000007777' } })).rejects.toMatchObject(
      rejection,
    )
    const staff = await staffClient()
    const params = { id: order._id }
    await expect(staff.ship({ params, body: { carrier: '시연택배', tracking: '4410-0000' } })).rejects.toMatchObject({
      status: 409,
    })
    expect((await staff.pay({ params, body: {} })).order).toMatchObject({ state: 'paid', account: null, ticket: null })
    await expect(staff.pay({ params, body: {} })).rejects.toMatchObject({ status: 409 })
    await staff.prepare({ params })
    await expect(stranger.guestCancel({ params: { ticket }, body: { account: refundAccount } })).rejects.toMatchObject({
      status: 409,
    })
    await staff.ship({ params, body: { carrier: 'CJ 대한통운', tracking: '0000-0000-0000' } })
    await staff.deliver({ params })
    const { order: confirmed } = await stranger.guestConfirm({ params: { ticket } })
    expect(confirmed.events.map(({ state }) => state)).toEqual([
      'ordered',
      'paid',
      'preparing',
      'shipped',
      'delivered',
      'confirmed',
    ])
    const mails = await api.context.database.select().from(outbox).where(eq(outbox.recipient, 'guest@mail.example'))
    const steps = ['접수', '입금을 확인', '준비를 시작', '발송', '배송이 완료', '구매가 확정']
    expect(mails).toHaveLength(steps.length)
    for (const step of steps) expect(mails.filter(({ subject }) => subject.includes(step))).toHaveLength(1)
    // Only the shipping mail contains the tracking page of a known carrier.
    const page =
      /CJ 대한통운 0000-0000-0000<br \/>배송 조회: https:\/\/trace\.cjlogistics\.com\/\S*wblNo=000000000000<br \/>/
    expect(mails.filter(({ html }) => page.test(html))).toHaveLength(1)
  })

  it('receives the correct totals if the page had others, and cannot buy what is not sold', async () => {
    const { option } = await buildOption(api.context)
    const stranger = api.client(orders)
    await expect(stranger.place({ body: input(option.id, 1000) })).rejects.toMatchObject({
      status: 409,
      refusal: { current: { slip: { total: 128_000 } } },
    })
    const hidden = await buildOption(api.context, { visible: false })
    await expect(stranger.place({ body: input(hidden.option.id) })).rejects.toMatchObject({ status: 409 })
    const hyphens = { ...input(option.id), buyer: { name: '한소리', phone: '---------', email: 'guest@mail.example' } }
    await expect(stranger.place({ body: hyphens })).rejects.toMatchObject({ status: 400 })
    const body = { ...input(option.id), coupon: api.context.newId() }
    await expect(stranger.place({ body })).rejects.toMatchObject({ status: 401 })
    expect(await stockOf(option.id)).toBe(10)
  })
})

describe('a member', () => {
  it('gets 401 for an expired token, never a guest order, and orders as the member once it is renewed', async () => {
    const member = await api.actor([])
    const { option } = await buildOption(api.context)
    const before = Date.now() - 3_600_000
    const old = await signAccessToken(api.services.secret, { ...member, scope: [] }, before)
    const body = input(option.id)
    const as = (actor: Actor | null) => api.client(orders, actor, 'ko', '10.4.0.1')
    await expect(as({ ...member, accessToken: old }).place({ body })).rejects.toMatchObject({
      status: 401,
      refusal: { code: 'session_expired' },
    })
    const findOrders = () => api.context.database.select().from(shopOrders).where(eq(shopOrders.key, body.key))
    expect(await findOrders()).toEqual([])
    expect(await stockOf(option.id)).toBe(10)
    const { order } = await as(member).place({ body })
    expect(await findOrders()).toMatchObject([{ id: order._id, userId: member.userId, ticket: null }])
    // A request without a token is still a guest.
    const guest = { ...body, key: randomUUID() }
    expect((await as(null).place({ body: guest })).order.ticket).not.toBeNull()
  })

  it('uses level, coupon and points, and gets all of them back after cancelling, the money by the same method', async () => {
    const member = await api.actor([])
    await api.context.database.execute(
      sql`UPDATE levels SET key = 'silver' WHERE id = (SELECT level_id FROM users WHERE id = ${member.userId})`,
    )
    const bowls = await buildOption(api.context, { price: 184_000, discount: 1500 })
    const tea = await buildOption(api.context, { price: 128_000 })
    const quilt = await buildOption(api.context, { price: 34_000 })
    const coupon = await buildCoupon(api.context, { least: 100_000 })
    await issueCoupon(api.context, coupon.id, member.userId)
    await writePoints(api.context, { userId: member.userId, kind: 'adjusted', amount: 8450 })
    const lines = [bowls, tea].map(({ option }) => ({ option: option.id, quantity: 1 }))
    const own = api.client(orders, member)
    const body = orderInput({ lines: [...lines, { option: quilt.option.id, quantity: 2 }], total: 321_828 })
    const { order } = await own.place({ body: { ...body, coupon: coupon.id, points: 5000 } })
    expect(order).toMatchObject({
      ticket: null,
      slip: { total: 321_828, levelDiscount: 10_572, couponDiscount: 15_000, earns: 3218 },
    })
    // The coupon is used and cannot be used again.
    const again = { ...body, key: randomUUID(), coupon: coupon.id }
    await expect(own.place({ body: again })).rejects.toMatchObject({ status: 409 })
    await (await staffClient()).pay({ params: { id: order._id }, body: {} })
    const params = { id: order._id }
    await expect(own.cancel({ params, body: {} })).rejects.toMatchObject({ status: 400 })
    const { order: gone } = await own.cancel({ params, body: { account: refundAccount } })
    expect(gone).toMatchObject({ state: 'cancelled', cancelReason: 'customer', refunded: 321_828 })
    expect(await stockOf(quilt.option.id)).toBe(10)
    const { rows } = await api.context.database.execute(sql`
      SELECT balance::int, (SELECT "left" FROM shop_coupon_holdings WHERE user_id = ${member.userId}) AS "left"
      FROM shop_point_accounts WHERE user_id = ${member.userId}`)
    expect(rows).toEqual([{ balance: 8450, left: 1 }])
    const stranger = api.client(orders, await api.actor([]))
    await expect(stranger.open({ params })).rejects.toMatchObject({ status: 404 })
    // Filtering by number finds only the member's own orders.
    const idsOf = async (client: typeof own, number: string) =>
      (await client.list({ query: { number } })).orders.map(({ _id }) => _id)
    expect(await idsOf(own, order.number)).toEqual([order._id])
    expect(await idsOf(own, order.number.replace(/^S-\d{4}/, 'S-0001'))).toEqual([])
    expect(await idsOf(own, '412')).toEqual([])
    expect(await idsOf(stranger, order.number)).toEqual([])
  })
})

it('cancels an order whose transfer does not arrive, with its stock restored, and keeps a paid one', {
  timeout: 60_000,
}, async () => {
  const { option } = await buildOption(api.context)
  const waiting = await buildOrder(api.context, { option: option.id })
  const paid = await buildOrder(api.context, { option: option.id, state: 'paid' })
  const delivered = await buildOrder(api.context, { state: 'delivered' })
  await cancelUnpaidOrders(api.context)
  expect(await stockOf(option.id)).toBe(8)
  api.clock.forward(30 * 86_400_000)
  await Promise.all([
    cancelUnpaidOrders(api.context),
    cancelUnpaidOrders(api.context),
    confirmDeliveredOrders(api.context),
  ])
  expect(await stockOf(option.id)).toBe(9)
  const stateOf = async (id: string) =>
    (await api.context.database.select().from(shopOrders).where(eq(shopOrders.id, id)))[0]
  expect(await stateOf(waiting.id)).toMatchObject({ state: 'cancelled', cancelReason: 'unpaid' })
  expect(await stateOf(paid.id)).toMatchObject({ state: 'paid' })
  expect(await stateOf(delivered.id)).toMatchObject({ state: 'confirmed' })
})

describe('with 64 concurrent callers', { timeout: 180_000 }, () => {
  it('sells the last pieces once each; a naive read-then-write sells them again', { tags: ['deep'] }, async () => {
    const { option } = await buildOption(api.context, { stock: 5 })
    const outcomes = await crowd.callConcurrently(() =>
      crowd.pool
        .query(
          `INSERT INTO shop_stock_moves (id, option_id, amount, kind, at) VALUES (gen_random_uuid(), $1, -1, 'order', now())`,
          [option.id],
        )
        .then(
          () => true,
          ({ constraint }) => {
            expect(constraint).toBe('shop_options_stock')
            return false
          },
        ),
    )
    expect(outcomes.filter(Boolean)).toHaveLength(5)
    expect(await stockOf(option.id)).toBe(0)

    await crowd.pool.query('CREATE TABLE naive_stock AS SELECT 5 AS stock')
    const read = await crowd.callConcurrently(() =>
      crowd.pool.query<{ stock: number }>('SELECT stock FROM naive_stock').then(({ rows }) => rows[0]?.stock ?? 0),
    )
    const sold = await crowd.callConcurrently(async (index) => {
      const stock = read[index] ?? 0
      if (stock < 1) return false
      await crowd.pool.query('UPDATE naive_stock SET stock = $1', [stock - 1])
      return true
    })
    expect(sold.filter(Boolean).length).toBeGreaterThan(5)
  })

  it('sells the last piece once through the API', async () => {
    const { option } = await buildOption(api.context, { stock: 1 })
    const stranger = api.client(orders)
    // Rate limits and a busy database (503) make single calls fail; the client retries a 503.
    const retryWhileBusy = async (): Promise<number> => {
      const status = await statusOf(stranger.place({ body: input(option.id) }), 201)
      return status === 503 ? retryWhileBusy() : status
    }
    const statuses = await Promise.all(Array.from({ length: 8 }, retryWhileBusy))
    expect(statuses.toSorted()).toEqual([201, ...Array<number>(7).fill(409)])
    expect(await stockOf(option.id)).toBe(0)
  })

  it('creates one order per key, and rejects another body with it', async () => {
    const { option } = await buildOption(api.context)
    const stranger = api.client(orders)
    const body = input(option.id)
    const placed = await Promise.all(Array.from({ length: 8 }, () => stranger.place({ body })))
    expect(new Set(placed.map(({ order }) => order._id)).size).toBe(1)
    expect(await stockOf(option.id)).toBe(9)
    await expect(stranger.place({ body: { ...body, memo: '다른 주문' } })).rejects.toMatchObject({ status: 422 })
    const other = api.client(orders, await api.actor([]))
    await expect(other.place({ body })).rejects.toMatchObject({ status: 422 })
  })

  it('either cancels or ships an order, never both', { tags: ['deep'] }, async () => {
    for (let round = 0; round < 4; round += 1) {
      const { option } = await buildOption(api.context)
      const order = await buildOrder(api.context, { state: 'paid', option: option.id })
      const staff = await staffClient()
      const stranger = api.client(orders)
      const params = { id: order.id }
      const statuses = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          index % 2 === 0
            ? statusOf(staff.ship({ params, body: { carrier: '시연택배', tracking: '4410-0000' } }), 200)
            : statusOf(
                stranger.guestCancel({ params: { ticket: order.ticket ?? '' }, body: { account: refundAccount } }),
                200,
              ),
        ),
      )
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      const [row] = await api.context.database.select().from(shopOrders).where(eq(shopOrders.id, order.id))
      expect(await stockOf(option.id)).toBe(row?.state === 'cancelled' ? 10 : 9)
    }
    // The naive version reads the state, decides, then writes.
    await crowd.pool.query(`CREATE TABLE naive_order AS SELECT 'paid' AS state`)
    const read = await crowd.callConcurrently(() =>
      crowd.pool.query<{ state: string }>('SELECT state FROM naive_order').then(({ rows }) => rows[0]?.state),
    )
    const moved = await crowd.callConcurrently(async (index) => {
      if (read[index] !== 'paid') return false
      await crowd.pool.query('UPDATE naive_order SET state = $1', [index % 2 === 0 ? 'shipped' : 'cancelled'])
      return true
    })
    expect(moved.filter(Boolean).length).toBeGreaterThan(1)
  })

  it('rejects negative stock by a constraint', async () => {
    const { option } = await buildOption(api.context, { stock: 0 })
    const write = api.context.database.update(shopOptions).set({ stock: -1 }).where(eq(shopOptions.id, option.id))
    await expect(write).rejects.toThrow()
  })
})

it('limits guesses of number and contact per order, per network and in total', async () => {
  const { option } = await buildOption(api.context)
  const { order } = await api.client(orders, null, 'ko', '10.9.0.1').place({ body: input(option.id) })
  const validInput = { number: order.number, contact: 'cha@mail.example' }
  const by = (address: string) => api.client(orders, null, 'ko', address)
  for (let index = 0; index < 5; index += 1)
    expect(
      await statusOf(by('10.9.1.1').find({ body: { ...validInput, contact: `${index}@mail.example` } }), 200),
    ).toBe(404)
  // Known and unknown numbers get the same answers, also when rate limited.
  await expect(by('10.9.1.1').find({ body: validInput })).rejects.toMatchObject({ status: 429 })
  for (let index = 0; index < 6; index += 1) {
    const body = { number: 'S-2001-0001', contact: `${index}@mail.example` }
    expect(await statusOf(by('10.9.1.2').find({ body }), 200)).toBe(index < 5 ? 404 : 429)
  }
  // The customer finds the order from another address, repeatedly.
  for (let index = 0; index < 8; index += 1)
    expect((await by('10.9.1.3').find({ body: validInput })).order._id).toBe(order._id)
})

it('refuses an option that is deleted while it is ordered', async () => {
  const { option } = await buildOption(api.context)
  const holder = await crowd.pool.connect()
  try {
    await holder.query('BEGIN')
    await holder.query('DELETE FROM shop_options WHERE id = $1', [option.id])
    const placing = api
      .client(orders, null, 'ko', '10.9.2.1')
      .place({ body: input(option.id) })
      .then(
        () => null,
        (error: unknown) => error,
      )
    // The order has read the option and waits for the deleting transaction.
    await expect
      .poll(async () => {
        const { rows } = await crowd.pool.query(
          `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE '%shop_stock_moves%'`,
        )
        return rows[0].waiting
      })
      .toBeGreaterThan(0)
    await holder.query('COMMIT')
    expect(await placing).toMatchObject({
      status: 409,
      refusal: { fields: { lines: expect.stringContaining('판매') } },
    })
  } finally {
    holder.release()
  }
})
