// @module-tag deep
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { buildParticipation, buildProfile } from '#match/participants/factory.ts'
import { users } from '#people/users/table.ts'
import { prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { matchings as contract } from '../../contract.ts'
import { buildMatching, buildTimes } from '../../factory.ts'
import { announcePlan } from '../../plan-release/server/release-plan.ts'
import { matchings } from '../../table.ts'
import { board } from '../contract.ts'

// Many operators act on one board concurrently; the assertions read the tables afterwards.

const api = prepareTestApi()
const crowd = prepareCrowd(api)

/** Creates a fair in which `pairs` distinct pairs of companies have requested a meeting. */
const buildScene = async (pairs: number) => {
  const fair = await buildFair(api.context, { inHours: 72, tables: 3, rooms: 1 })
  const slots = (await listOpenSlots(api.context, fair.id)).map(({ id }) => id)
  const requests = []
  for (let index = 0; index < pairs; index += 1) {
    const [seller, buyer] = [await buildProfile(api.context), await buildProfile(api.context, { role: 'buyer' })]
    for (const { id, userId } of [seller, buyer]) {
      await buildParticipation(api.context, { fairId: fair.id, profileId: id })
      await api.services.database
        .update(users)
        .set({ email: `${userId}@plan.example` })
        .where(eq(users.id, userId))
    }
    await buildTimes(api.context, { fairId: fair.id, buyerId: buyer.id, way: 'offline', slots })
    requests.push(await buildMatching(api.context, { fairId: fair.id, sellerId: seller.id, buyerId: buyer.id }))
  }
  const desk = api.client({ ...contract, ...board }, await api.actor(['console', 'console:fairs']))
  return { fair, slots, requests, desk }
}
const params = (id: string) => ({ params: { id } })

it('places one meeting at each table when many operators place concurrently', async () => {
  const { fair, slots, requests, desk } = await buildScene(8)
  const statuses = await crowd.callConcurrently((index) => {
    const one = requests[index % requests.length]
    const body = { slot: slots[0] ?? '', place: 1 + (index % 3), updatedAt: one?.updatedAt.toISOString() ?? '' }
    return statusOf(desk.place({ ...params(one?.id ?? ''), body }), 200)
  })
  expect(statuses.filter((status) => status === 200)).toHaveLength(3)
  // An overloaded database may answer 503.
  for (const status of statuses) expect([200, 409, 503]).toContain(status)
  const { rows } = await crowd.pool.query(
    'SELECT place FROM matchings WHERE fair_id = $1 AND slot_id = $2 ORDER BY place',
    [fair.id, slots[0]],
  )
  expect(rows).toEqual([{ place: 1 }, { place: 2 }, { place: 3 }])
})

it('moves a meeting once when many operators move the same version concurrently', async () => {
  const { slots, requests, desk } = await buildScene(1)
  const [one] = requests
  if (!one) throw new Error('There is no request')
  const statuses = await crowd.callConcurrently((index) => {
    const body = { slot: slots[index % slots.length] ?? '', updatedAt: one.updatedAt.toISOString() }
    return statusOf(desk.place({ ...params(one.id), body }), 200)
  })
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  const { rows } = await crowd.pool.query(
    `SELECT count(*)::int AS events FROM matching_events WHERE matching_id = $1 AND action IN ('place', 'move')`,
    [one.id],
  )
  expect(rows).toEqual([{ events: 1 }])
})

it('releases a plan once and notifies each company once while meetings are moved', async () => {
  const { fair, slots, requests, desk } = await buildScene(6)
  await desk.hold(params(fair.id))
  for (const [index, one] of requests.entries()) {
    const body = { slot: slots[index] ?? '', updatedAt: one.updatedAt.toISOString() }
    await desk.place({ ...params(one.id), body })
  }
  const moved = await api.services.database.select().from(matchings).where(eq(matchings.fairId, fair.id))
  const statuses = await crowd.callConcurrently(async (index) => {
    const one = moved[index % moved.length]
    if (index % 8 !== 0 || !one) return statusOf(desk.release(params(fair.id)), 200)
    const body = { slot: slots[7] ?? '', updatedAt: one.updatedAt.toISOString() }
    return (await statusOf(desk.place({ ...params(one.id), body }), 201)) + 1000
  })
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  await crowd.callConcurrently(() => announcePlan(api.context, fair.id))
  const { rows } = await crowd.pool.query<{ id: string; untold: number; told: number; hidden: number }>(
    `SELECT m.id, (SELECT count(*)::int FROM matching_unreleased u WHERE u.matching_id = m.id) AS untold,
       (SELECT count(*)::int FROM matching_events e WHERE e.matching_id = m.id AND e.shown AND e.action <> 'request') AS told,
       (SELECT count(*)::int FROM matching_events e WHERE e.matching_id = m.id AND NOT e.shown) AS hidden
     FROM matchings m WHERE m.fair_id = $1`,
    [fair.id],
  )
  for (const { id, untold, told, hidden } of rows) {
    expect(untold).toBe(0)
    expect(hidden).toBeGreaterThan(0)
    // Each side gets exactly one message for each event shown to it.
    const { rows: sent } = await crowd.pool.query<{ sent: number }>(
      `SELECT count(*)::int AS sent FROM outbox JOIN users ON users.email = outbox.recipient
         JOIN match_profiles p ON p.user_id = users.id JOIN matchings m ON p.id IN (m.seller_id, m.buyer_id)
       WHERE m.id = $1`,
      [id],
    )
    expect(sent[0]?.sent).toBe(2 * told)
    expect(told).toBeGreaterThan(0)
  }
})

it('books a table twice and releases twice when reading before writing (control)', async () => {
  await crowd.pool.query('CREATE TABLE naive_seats (place int, meeting int)')
  await crowd.pool.query('CREATE TABLE naive_plans (released boolean)')
  await crowd.pool.query('CREATE TABLE naive_told (caller int)')
  await crowd.pool.query('INSERT INTO naive_plans VALUES (false)')
  await crowd.readThenAct(
    (index) => crowd.pool.query('SELECT FROM naive_seats WHERE place = $1', [1 + (index % 3)]),
    async ({ rows }, index) => {
      if (rows.length === 0) await crowd.pool.query('INSERT INTO naive_seats VALUES ($1, $2)', [1 + (index % 3), index])
    },
  )
  await crowd.readThenAct(
    () => crowd.pool.query('SELECT FROM naive_plans WHERE NOT released'),
    async ({ rows }, index) => {
      if (rows.length === 0) return
      await crowd.pool.query('UPDATE naive_plans SET released = true')
      await crowd.pool.query('INSERT INTO naive_told VALUES ($1)', [index])
    },
  )
  const { rows: seats } = await crowd.pool.query('SELECT place FROM naive_seats')
  const { rows: announcements } = await crowd.pool.query('SELECT caller FROM naive_told')
  expect(seats.length).toBeGreaterThan(3)
  expect(announcements.length).toBeGreaterThan(1)
})
