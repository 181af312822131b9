import { expect, it } from 'vitest'
import { buildOption } from '#shop/goods/factory.ts'
import { orders } from '#shop/orders/contract.ts'
import { orderInput } from '#shop/orders/factory.ts'
import { prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type Actor, sentBy } from '#test/server/test-api.ts'
import { coupons } from '../contract.ts'
import { buildCoupon, couponInput, issueCoupon } from '../factory.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)

it('is issued to its audience, once each, and cannot change its terms afterwards', async () => {
  const staff = api.client(coupons, await api.actor(['console', 'console:shop']))
  const member = await api.actor([], { username: `cha-${api.context.newId()}` })
  const { rows } = await crowd.pool.query<{ username: string }>('SELECT username FROM users WHERE id = $1', [
    member.userId,
  ])
  const { coupon } = await staff.create({ body: couponInput(api.context) })
  const params = { id: coupon._id }
  const body = { usernames: [rows[0]?.username ?? ''] }
  expect(await staff.issue({ params, body })).toMatchObject({ given: 1, coupon: { issued: 1 } })
  expect(await staff.issue({ params, body })).toMatchObject({ given: 0 })
  expect((await api.client(coupons, member).mine()).coupons).toMatchObject([{ state: 'usable', value: 1000 }])
  const { updatedAt } = (await staff.get({ params })).coupon
  await expect(staff.update({ params, body: { value: 5000, updatedAt } })).rejects.toMatchObject({ status: 409 })
  await expect(staff.remove({ params })).rejects.toMatchObject({ status: 409 })
  await expect(staff.create({ body: couponInput(api.context, { value: 10_001 }) })).rejects.toMatchObject({
    status: 400,
  })
})

// Another address for each call, to stay below the rate limit of codes, which another test covers.
let calls = 0
const claim = async (actor: Actor, code: string): Promise<number> => {
  calls += 1
  const sent = sentBy(actor, { method: 'POST', url: coupons.claim.path, body: { code } })
  return (await api.request({ ...sent, remoteAddress: `10.5.0.${calls}` })).statusCode
}

it('is issued up to its limit, and a member uses it for one order only', {
  timeout: 120_000,
}, async () => {
  const limited = await buildCoupon(api.context, { audience: 'code', code: 'SNOW-26', limit: 5 })
  const members = await Promise.all(Array.from({ length: 20 }, () => api.actor([])))
  const claimed = await Promise.all(members.map((member) => claim(member, 'snow-26')))
  expect(claimed.filter((status) => status === 201)).toHaveLength(5)
  const { rows } = await crowd.pool.query('SELECT issued FROM shop_coupons WHERE id = $1', [limited.id])
  expect(rows).toEqual([{ issued: 5 }])

  const [member] = members
  if (!member) throw new Error('Nobody')
  const coupon = await buildCoupon(api.context, { kind: 'amount', value: 10_000, cap: null })
  await issueCoupon(api.context, coupon.id, member.userId)
  const { option } = await buildOption(api.context, { stock: 90 })
  const own = api.client(orders, member)
  const lines = [{ option: option.id, quantity: 1 }]
  const statuses = await Promise.all(
    Array.from({ length: 16 }, () =>
      statusOf(own.place({ body: { ...orderInput({ lines, total: 118_000 }), coupon: coupon.id } }), 201),
    ),
  )
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
})

it('is used once by 64 concurrent callers; a naive read-then-write uses it again', {
  tags: ['deep'],
  timeout: 120_000,
}, async () => {
  const member = await api.actor([])
  const coupon = await buildCoupon(api.context)
  await issueCoupon(api.context, coupon.id, member.userId)
  const results = await crowd.callConcurrently(() =>
    crowd.pool
      .query(
        `INSERT INTO shop_coupon_lines (id, coupon_id, user_id, kind, amount, at) VALUES (gen_random_uuid(), $1, $2, 'used', -1, now())`,
        [coupon.id, member.userId],
      )
      .then(
        () => 1,
        () => 0,
      ),
  )
  expect(results.reduce<number>((sum, one) => sum + one, 0)).toBe(1)
  await crowd.pool.query('CREATE TABLE naive_coupon AS SELECT 1 AS "left"')
  const read = await crowd.callConcurrently(() =>
    crowd.pool.query<{ left: number }>('SELECT "left" FROM naive_coupon').then(({ rows }) => rows[0]?.left),
  )
  const again = await crowd.callConcurrently(async (index) => {
    if (read[index] !== 1) return 0
    await crowd.pool.query('UPDATE naive_coupon SET "left" = 0')
    return 1
  })
  expect(again.reduce<number>((sum, one) => sum + one, 0)).toBeGreaterThan(1)
})

const nameOf = async (userId: string) => {
  const { rows } = await crowd.pool.query<{ username: string }>('SELECT username FROM users WHERE id = $1', [userId])
  return rows[0]?.username ?? ''
}

it('is available to all members, a level, a list or holders of the code, as its rules say', {
  timeout: 120_000,
}, async () => {
  const staff = api.client(coupons, await api.actor(['console', 'console:shop']))
  const member = await api.actor([])
  const own = api.client(coupons, member)
  const username = await nameOf(member.userId)
  const { rows } = await crowd.pool.query<{ key: string }>(
    'SELECT key FROM levels JOIN users ON level_id = levels.id WHERE users.id = $1',
    [member.userId],
  )
  const level = rows[0]?.key ?? ''
  expect((await staff.levels()).levels.map(({ key }) => key)).toContain(level)

  const list = await buildCoupon(api.context)
  expect(
    await staff.issue({ params: { id: list.id }, body: { usernames: [username, 'nobody-of-that-name'] } }),
  ).toMatchObject({ given: 1, unknown: ['nobody-of-that-name'] })
  const forAll = await buildCoupon(api.context, { audience: 'all' })
  expect((await staff.issue({ params: { id: forAll.id }, body: {} })).given).toBeGreaterThan(1)
  const levels = await buildCoupon(api.context, { audience: 'level', level, code: 'LEVEL-26' })
  expect(await claim(await api.actor([]), 'level-26')).toBe(400)
  expect(await claim(member, 'level-26')).toBe(201)
  expect((await staff.issue({ params: { id: levels.id }, body: {} })).given).toBe(0)
  expect((await own.mine({ query: { usable: 'true' } })).total).toBe(3)

  const refused = [
    { audience: 'code' as const, code: null },
    { audience: 'level' as const, level: '' },
    { audience: 'level' as const, level: 'no-such-level' },
    { kind: 'rate' as const, value: 10_001 },
    { endsAt: new Date(0).toISOString() },
    { code: 'a b' },
  ]
  for (const overrides of refused)
    expect(await statusOf(staff.create({ body: couponInput(api.context, overrides) }), 201)).toBe(400)
  // Codes are unique.
  const same = couponInput(api.context, { audience: 'code', code: 'LEVEL-26' })
  expect(await statusOf(staff.create({ body: same }), 201)).toBe(409)
  const past = await buildCoupon(api.context, { endsAt: new Date(api.clock.now().getTime() - 1000).toISOString() })
  expect(await statusOf(staff.issue({ params: { id: past.id }, body: { usernames: [username] } }), 200)).toBe(409)
  const { updatedAt } = (await staff.get({ params: { id: forAll.id } })).coupon
  expect(await statusOf(staff.update({ params: { id: forAll.id }, body: { limit: 1, updatedAt } }), 200)).toBe(409)
  expect(await statusOf(own.issue({ params: { id: list.id }, body: {} }), 200)).toBe(403)
})

it('cannot be issued or used after it is withdrawn, and says why', { timeout: 120_000 }, async () => {
  const staff = api.client(coupons, await api.actor(['console', 'console:shop']))
  const member = await api.actor([])
  const coupon = await buildCoupon(api.context, {
    audience: 'code',
    code: 'GONE-26',
    kind: 'amount',
    value: 10_000,
    cap: null,
  })
  await issueCoupon(api.context, coupon.id, member.userId)
  const params = { id: coupon.id }
  expect(await statusOf(staff.withdraw({ params, body: { reason: '' } }), 200)).toBe(400)
  const body = { reason: '조건을 잘못 정했습니다.' }
  const at = await Promise.all(Array.from({ length: 8 }, () => statusOf(staff.withdraw({ params, body }), 200)))
  expect(at.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
  expect(await staff.get({ params })).toMatchObject({ coupon: { withdrawnReason: body.reason, issued: 1, used: 0 } })
  expect((await staff.list({ query: { state: 'withdrawn' } })).coupons.map(({ _id }) => _id)).toContain(coupon.id)
  expect((await staff.list({ query: { state: 'running' } })).coupons.map(({ _id }) => _id)).not.toContain(coupon.id)
  expect((await api.client(coupons, member).mine()).coupons).toMatchObject([{ state: 'ended' }])
  expect((await api.client(coupons, member).mine({ query: { usable: 'true' } })).total).toBe(0)
  const other = await api.actor([])
  expect(await claim(other, 'gone-26')).toBe(400)
  const usernames = [await nameOf(other.userId)]
  expect(await statusOf(staff.issue({ params, body: { usernames } }), 200)).toBe(409)
  const { option } = await buildOption(api.context)
  const placed = { ...orderInput({ lines: [{ option: option.id, quantity: 1 }], total: 118_000 }), coupon: coupon.id }
  expect(await statusOf(api.client(orders, member).place({ body: placed }), 201)).toBe(409)
  const gone = { params: { id: api.context.newId() }, body }
  expect(await statusOf(staff.withdraw(gone), 200)).toBe(404)
})

it('is either used or withdrawn by 64 concurrent callers, never both', {
  tags: ['deep'],
  timeout: 180_000,
}, async () => {
  const coupon = await buildCoupon(api.context)
  const people = await crowd.pool.query<{ id: string }>(
    `INSERT INTO users SELECT (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(),
       'username', 'crowd-' || number, 'email', NULL, 'phone', NULL))).*
     FROM users AS one, generate_series(1, 64) AS number WHERE one.id = (SELECT id FROM users LIMIT 1)
     RETURNING id`,
  )
  await issueCoupon(api.context, coupon.id, ...people.rows.map(({ id }) => id))
  const outcomes = await crowd.callConcurrently(async (index) => {
    const client = await crowd.pool.connect()
    try {
      if (index === 32) {
        await client.query(
          `UPDATE shop_coupons SET withdrawn_at = clock_timestamp(), withdrawn_reason = '정정' WHERE id = $1`,
          [coupon.id],
        )
        return 0
      }
      await client.query(
        `INSERT INTO shop_coupon_lines (id, coupon_id, user_id, kind, amount, at) VALUES (gen_random_uuid(), $1, $2, 'used', -1, now())`,
        [coupon.id, people.rows[index]?.id],
      )
      return 1
    } catch {
      return 0
    } finally {
      client.release()
    }
  })
  const total = outcomes.reduce<number>((sum, one) => sum + one, 0)
  const { rows } = await crowd.pool.query<{ used: number }>(
    'SELECT count(*)::int AS used FROM shop_coupon_holdings WHERE coupon_id = $1 AND "left" = 0',
    [coupon.id],
  )
  expect(rows).toEqual([{ used: total }])
  await expect(
    crowd.pool.query(
      `INSERT INTO shop_coupon_lines (id, coupon_id, user_id, kind, amount, at) VALUES (gen_random_uuid(), $1, $2, 'used', -1, now())`,
      [coupon.id, people.rows[32]?.id],
    ),
  ).rejects.toMatchObject({ constraint: 'shop_coupons_withdrawn' })
})
