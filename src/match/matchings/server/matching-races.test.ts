// @module-tag deep
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { CallRefused } from '#kit/client.ts'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { participants } from '#match/participants/contract.ts'
import { buildParticipation, buildProfile } from '#match/participants/factory.ts'
import { countViolations, createRandom, noViolations } from '#test/match/race-meetings.ts'
import { createBarrier, prepareCrowd } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { matchings as contract } from '../contract.ts'
import { buildTimes } from '../factory.ts'
import { matchings } from '../table.ts'

// Few companies, few slots, fewer tables and many concurrent callers; the assertions read the tables afterwards.

const sellersOf = 4
const buyersOf = 6
/** Number of acts per caller. */
const rounds = 6

interface Member {
  actor: Actor
  profileId: string
  client: ReturnType<typeof clientOf>
}
const api = prepareTestApi()
const crowd = prepareCrowd(api)
// Each client has its own address, because rate limits are tested elsewhere.
let addresses = 0
const clientOf = (actor: Actor) => {
  addresses += 1
  return api.client(contract, actor, 'ko', `10.7.${addresses >> 8}.${addresses & 255}`)
}

/** Counts the rows that violate an invariant. */
const violations = (table: string, fairId: string) => countViolations(crowd.pool, table, fairId)

const buildScene = async () => {
  const now = api.context.now()
  const fair = await buildFair(api.context, { inHours: 72, tables: 2, rooms: 1, requestLimit: 4, slotMinutes: 60 })
  const memberOf = async (role: 'seller' | 'buyer'): Promise<Member> => {
    const actor = await api.actor([], { kind: 'COMPANY' })
    const { id } = await buildProfile(api.context, { role, userId: actor.userId })
    await buildParticipation(api.context, { fairId: fair.id, profileId: id })
    return { actor, profileId: id, client: clientOf(actor) }
  }
  const sellers = await Promise.all(Array.from({ length: sellersOf }, () => memberOf('seller')))
  const buyers = await Promise.all(Array.from({ length: buyersOf }, () => memberOf('buyer')))
  const slots = (await listOpenSlots(api.context, fair.id)).map(({ id }) => id)
  for (const { profileId } of buyers)
    await buildTimes(api.context, { fairId: fair.id, buyerId: profileId, way: 'offline', slots })
  return { fair, sellers, buyers, slots, now }
}

it('violates no rule while 64 callers request, offer, confirm, cancel and move at random', async () => {
  const { fair, sellers, buyers, slots } = await buildScene()
  const desk = clientOf(await api.actor(['console', 'console:fairs']))
  const confirmed = new Set<string>()
  const grantedCounts = new Map<string, number>()
  const unexpected: unknown[] = []

  await crowd.callConcurrently(async (index) => {
    const random = createRandom(index + 1)
    const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
    for (let round = 0; round < rounds; round += 1) {
      const [seller, buyer, slot] = [pick(sellers), pick(buyers), pick(slots)]
      const reason = '일정 변경'
      try {
        const act = random(6)
        if (act === 0) {
          await buyer.client.request({ body: { fair: fair.id, seller: seller.profileId } })
          continue
        }
        const { matchings: own } = await (act < 3 ? seller : buyer).client.mine({ query: { limit: 50 } })
        const one = own.length > 0 ? pick(own) : undefined
        if (!one) continue
        const params = { id: one._id }
        if (act < 3) await seller.client.offer({ params, body: { slots: [slot] } })
        else if (act < 5) {
          await buyer.client.confirm({ params, body: { slot: one.picks[0]?.slot ?? slot } })
          confirmed.add(one._id)
          grantedCounts.set(one._id, (grantedCounts.get(one._id) ?? 0) + 1)
        } else if (index % 3 === 0) await buyer.client.move({ params, body: { reason } })
        else if (index % 3 === 1) await buyer.client.cancel({ params, body: { reason } })
        else await desk.moveFor({ params, body: { slot, reason } })
      } catch (error) {
        // An overloaded database may answer 503.
        if (!(error instanceof CallRefused) || (error.status >= 500 && error.status !== 503)) unexpected.push(error)
      }
    }
  })

  expect(unexpected).toEqual([])
  expect(await violations('matchings', fair.id)).toEqual(noViolations)
  expect(confirmed.size).toBeGreaterThan(0)
  // No confirmation is lost: every acknowledged one is in the history.
  const { rows } = await api.services.database.execute<{
    id: string
    confirms: number
    state: string
    last: string
  }>(sql`
    SELECT matchings.id, matchings.state,
      (SELECT count(*)::int FROM matching_events e WHERE e.matching_id = matchings.id AND e.action = 'confirm') AS confirms,
      (SELECT e.to_state FROM matching_events e WHERE e.matching_id = matchings.id
        ORDER BY e.seq DESC LIMIT 1) AS last
    FROM matchings WHERE matchings.fair_id = ${fair.id}`)
  for (const [id, count] of grantedCounts)
    expect(rows.find((row) => row.id === id)?.confirms).toBeGreaterThanOrEqual(count)
  for (const { state, last } of rows) {
    expect(state).not.toBe('held')
    expect(last).toBe(state)
  }
  const bookings = await crowd.pool.query<{ count: number }>(
    `SELECT count(*)::int FROM match_bookings b JOIN matchings m ON m.id = b.matching_id WHERE m.fair_id = $1`,
    [fair.id],
  )
  const meetings = await api.services.database.$count(
    matchings,
    sql`${eq(matchings.fairId, fair.id)} AND ${matchings.slotId} IS NOT NULL`,
  )
  expect(bookings.rows[0]?.count).toBe(2 * meetings)
}, 180_000)

it('never confirms a time that the seller removes from the offer concurrently', async () => {
  const { fair, sellers, buyers, slots } = await buildScene()
  const [seller, buyer] = [sellers[0], buyers[0]]
  if (!seller || !buyer) throw new Error('No seller or buyer')
  const [first = '', second = ''] = slots
  for (let round = 0; round < 8; round += 1) {
    const { matching } = await buyer.client.request({ body: { fair: fair.id, seller: seller.profileId } })
    const params = { id: matching._id }
    await seller.client.offer({ params, body: { slots: [first] } })
    const [changed, confirmed] = await Promise.allSettled([
      seller.client.offer({ params, body: { slots: [second] } }),
      buyer.client.confirm({ params, body: { slot: first } }),
    ])
    // Exactly one of the two succeeds; the other is refused.
    expect([changed.status, confirmed.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    await buyer.client.cancel({ params, body: { reason: '일정 변경' } })
  }
})

it('never lets a company leave a fair while a request of it is being written', async () => {
  const { fair, sellers, buyers } = await buildScene()
  const requests = [...buyers, ...buyers].map(({ client }, index) => {
    const seller = sellers[index % sellers.length]
    return client.request({ body: { fair: fair.id, seller: seller?.profileId ?? '' } })
  })
  const leaves = [...sellers, ...buyers].map(async ({ actor, profileId }) => {
    const { rows } = await crowd.pool.query<{ id: string }>(
      'SELECT id FROM participations WHERE fair_id = $1 AND profile_id = $2',
      [fair.id, profileId],
    )
    return api.client(participants, actor).leave({ params: { id: rows[0]?.id ?? '' } })
  })
  for (const settled of await Promise.allSettled([...requests, ...leaves]))
    if (settled.status === 'rejected') expect(settled.reason).toBeInstanceOf(CallRefused)
  const { rows } = await crowd.pool.query<{ left: number }>(
    `SELECT count(*)::int AS left FROM matchings m JOIN participations p
       ON p.fair_id = m.fair_id AND p.profile_id IN (m.seller_id, m.buyer_id)
     WHERE m.fair_id = $1 AND m.state = 'requested' AND p.state <> 'approved'`,
    [fair.id],
  )
  expect(rows[0]?.left).toBe(0)
})

it('double-books when reading before writing (control)', async () => {
  const { fair, sellers, buyers, slots } = await buildScene()
  await crowd.pool.query(
    `CREATE TABLE naive_matchings (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), fair_id uuid, seller_id uuid,
       buyer_id uuid, state text, way text, slot_id uuid, starts_at timestamptz, ends_at timestamptz, place int)`,
  )
  const haveLooked = createBarrier()
  await crowd.callConcurrently(async (index) => {
    const random = createRandom(index + 1)
    const slot = slots[random(2)]
    const seller = sellers[random(sellers.length)]?.profileId
    const buyer = buyers[random(buyers.length)]?.profileId
    const { rows: busy } = await crowd.pool.query(
      `SELECT place FROM naive_matchings WHERE slot_id = $1 AND (seller_id = $2 OR buyer_id = $3)`,
      [slot, seller, buyer],
    )
    const { rows } = await crowd.pool.query<{ place: number | null }>(
      `SELECT min(number) AS place FROM fair_places WHERE fair_id = $1 AND way = 'offline'
         AND number NOT IN (SELECT place FROM naive_matchings WHERE slot_id = $2)`,
      [fair.id, slot],
    )
    await haveLooked()
    if (busy.length > 0 || !rows[0]?.place) return
    await crowd.pool.query(
      `INSERT INTO naive_matchings (fair_id, seller_id, buyer_id, state, way, slot_id, starts_at, ends_at, place)
       SELECT $1, $2, $3, 'confirmed', 'offline', id, starts_at, ends_at, $5 FROM fair_slots WHERE id = $4`,
      [fair.id, seller, buyer, slot, rows[0].place],
    )
  })
  const found = await violations('naive_matchings', fair.id)
  expect((found.overlaps ?? 0) + (found.twice ?? 0)).toBeGreaterThan(0)
})
