import { expect, it } from 'vitest'
import { prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { points } from '../contract.ts'
import { expirePoints } from './expire-points.ts'
import { readExpiringPoints } from './read-balance.ts'
import { writePoints } from './write-points.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)

const expectBalance = async (userId: string, balance: number) => {
  const { rows } = await crowd.pool.query(
    `SELECT balance::int, (SELECT coalesce(sum(amount), 0)::int FROM shop_points WHERE user_id = $1) AS sum
     FROM shop_point_accounts WHERE user_id = $1`,
    [userId],
  )
  expect(rows).toEqual([{ balance, sum: balance }])
}

it('are spent once by 64 concurrent callers; a naive read-then-write spends them again', {
  tags: ['deep'],
  timeout: 120_000,
}, async () => {
  const { userId } = await api.actor([])
  await writePoints(api.context, { userId, kind: 'adjusted', amount: 8450 })
  const spent = await crowd.callConcurrently(() =>
    crowd.pool
      .query(
        `INSERT INTO shop_points (id, user_id, kind, amount, at) VALUES (gen_random_uuid(), $1, 'spent', -8450, now())`,
        [userId],
      )
      .then(
        () => 1,
        () => 0,
      ),
  )
  expect(spent.reduce<number>((sum, one) => sum + one, 0)).toBe(1)
  await expectBalance(userId, 0)
  await crowd.pool.query('CREATE TABLE naive_points AS SELECT 8450 AS balance')
  const read = await crowd.callConcurrently(() =>
    crowd.pool.query<{ balance: number }>('SELECT balance FROM naive_points').then(({ rows }) => rows[0]?.balance ?? 0),
  )
  const again = await crowd.callConcurrently(async (index) => {
    const balance = read[index] ?? 0
    if (balance < 8450) return 0
    await crowd.pool.query('UPDATE naive_points SET balance = $1', [balance - 8450])
    return 1
  })
  expect(again.reduce<number>((sum, one) => sum + one, 0)).toBeGreaterThan(1)
})

it('are given once per source, and expire in the order in which they were given', async () => {
  const { userId } = await api.actor([])
  const source = api.context.newId()
  const written = await Promise.all(
    Array.from({ length: 8 }, () => writePoints(api.context, { userId, kind: 'review', amount: 500, source })),
  )
  expect(written.filter(Boolean)).toHaveLength(1)
  api.clock.forward(200 * 86_400_000)
  await writePoints(api.context, { userId, kind: 'adjusted', amount: 1000 })
  await writePoints(api.context, { userId, kind: 'spent', amount: -200 })
  expect(await readExpiringPoints(api.context, userId)).toMatchObject({ amount: 300 })
  api.clock.forward(200 * 86_400_000)
  await Promise.all([expirePoints(api.context), expirePoints(api.context)])
  await expectBalance(userId, 1000)
  expect(await readExpiringPoints(api.context, userId)).toMatchObject({ amount: 1000 })
})

it('are added and removed by staff with a reason that the member sees, never below zero', async () => {
  const staff = api.client(points, await api.actor(['console', 'console:shop']))
  const member = await api.actor([])
  const { rows } = await crowd.pool.query<{ username: string }>('SELECT username FROM users WHERE id = $1', [
    member.userId,
  ])
  const username = rows[0]?.username ?? ''
  await staff.adjust({ body: { username, amount: 2000, note: '배송 지연 보상' } })
  await expect(staff.adjust({ body: { username, amount: -2001, note: '정정' } })).rejects.toMatchObject({ status: 409 })
  await expect(staff.adjust({ body: { username: 'nobody', amount: 1, note: '정정' } })).rejects.toMatchObject({
    status: 400,
  })
  const own = await api.client(points, member).mine()
  expect(own).toMatchObject({
    balance: 2000,
    coming: 0,
    points: [{ amount: 2000, balance: 2000, note: '배송 지연 보상' }],
  })
  expect((await staff.list({ query: { user: member.userId } })).points).toHaveLength(1)
})

it('have a balance equal to the sum of their ledger lines', async () => {
  const staff = api.client(points, await api.actor(['console', 'console:shop']))
  const member = await api.actor([])
  const { rows } = await crowd.pool.query<{ username: string }>('SELECT username FROM users WHERE id = $1', [
    member.userId,
  ])
  const username = rows[0]?.username ?? ''
  const params = { id: member.userId }
  expect(await staff.account({ params })).toEqual({
    account: {
      user: { _id: member.userId, username, name: expect.any(String) },
      balance: 0,
      expiring: null,
      coming: 0,
    },
  })
  for (const amount of [3000, -500, 250]) await staff.adjust({ body: { username, amount, note: '행사 보상' } })
  const results = await Promise.all(
    Array.from({ length: 16 }, () => statusOf(staff.adjust({ body: { username, amount: -2750, note: '정정' } }), 201)),
  )
  expect(results.filter((status) => status === 201)).toHaveLength(1)
  expect(results.filter((status) => status === 409)).toHaveLength(15)
  await expectBalance(member.userId, 0)
  const { points: lines, total } = await staff.list({ query: { user: member.userId } })
  expect([total, lines.reduce((sum, { amount }) => sum + amount, 0), lines[0]?.balance]).toEqual([4, 0, 0])
  expect((await staff.list({ query: { q: username, kind: 'adjusted' } })).total).toBe(4)
  for (const body of [
    { username, amount: 0, note: '정정' },
    { username, amount: 10_000_001, note: '정정' },
    { username, amount: 1.5, note: '정정' },
    { username, amount: 1, note: ' ' },
    { username, amount: 1, note: '가'.repeat(201) },
  ])
    expect(await statusOf(staff.adjust({ body }), 201)).toBe(400)
  expect(await statusOf(staff.account({ params: { id: api.context.newId() } }), 200)).toBe(404)
  const stranger = api.client(points, member)
  expect(await statusOf(stranger.account({ params }), 200)).toBe(403)
})
