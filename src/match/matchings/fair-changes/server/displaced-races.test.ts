// @module-tag deep
import { expect, it } from 'vitest'
import { isUnreachable } from '#kit/db/pool.ts'
import { fairs } from '#match/fairs/contract.ts'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { buildParticipation, buildProfile } from '#match/participants/factory.ts'
import { prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { matchings as contract } from '../../contract.ts'
import { buildMatching, buildTimes } from '../../factory.ts'
import { board } from '../../schedule-board/contract.ts'
import { processFairChange } from './process-fair-change.ts'

// The set-up of a fair changes while meetings are booked in the slots it removes: no meeting is displaced that the
// operator did not see.

const api = prepareTestApi()
const crowd = prepareCrowd(api)

const pairs = 16

/** Creates a fair whose last slot is offered to `pairs` buyers, each by a different seller. */
const buildScene = async () => {
  const fair = await buildFair(api.context, { inHours: 72, tables: pairs, rooms: 1 })
  const slots = await listOpenSlots(api.context, fair.id)
  const last = slots.at(-1)
  if (!last) throw new Error('The fair has no slots')
  const desk = api.client(
    { ...contract, ...board, fair: fairs.get, update: fairs.update },
    await api.actor(['console', 'console:fairs']),
  )
  const buyers = []
  for (let index = 0; index < pairs; index += 1) {
    const [sells, buys] = [await api.actor([], { kind: 'COMPANY' }), await api.actor([], { kind: 'COMPANY' })]
    const seller = await buildProfile(api.context, { userId: sells.userId })
    const buyer = await buildProfile(api.context, { role: 'buyer', userId: buys.userId })
    for (const { id } of [seller, buyer]) await buildParticipation(api.context, { fairId: fair.id, profileId: id })
    await buildTimes(api.context, { fairId: fair.id, buyerId: buyer.id, way: 'offline', slots: [last.id] })
    const request = await buildMatching(api.context, { fairId: fair.id, sellerId: seller.id, buyerId: buyer.id })
    const address = (side: number) => `10.8.${side}.${index}`
    await api
      .client(contract, sells, 'ko', address(1))
      .offer({ params: { id: request.id }, body: { slots: [last.id] } })
    buyers.push({ id: request.id, client: api.client(contract, buys, 'ko', address(2)) })
  }
  const { fair: current } = await desk.fair({ params: { id: fair.id } })
  const [session] = current.sessions
  const shorter = [{ startAt: session?.startAt ?? '', endAt: last.startsAt.toISOString() }]
  return { fair, last, desk, buyers, shorter, updatedAt: current.updatedAt }
}

/** Returns the number of confirmed meetings in closed slots, and how many of them have an `unseat` event. */
const countDisplaced = async (fairId: string): Promise<{ met: number; noted: number }> => {
  const { rows } = await crowd.pool.query<{ met: number; noted: number }>(
    `SELECT count(*)::int AS met, count(*) FILTER (WHERE EXISTS (SELECT FROM matching_events AS event
        WHERE event.matching_id = met.id AND event.action = 'unseat'))::int AS noted
     FROM matchings AS met JOIN fair_slots AS slot ON slot.id = met.slot_id
     WHERE met.fair_id = $1 AND met.state = 'confirmed' AND slot.closed`,
    [fairId],
  )
  return rows[0] ?? { met: -1, noted: -1 }
}

it('displaces exactly the meetings that the operator saw, while others are confirmed in the slot', async () => {
  const { fair, desk, buyers, shorter, updatedAt, last } = await buildScene()
  const params = { id: fair.id }
  const body = { slot: last.id }
  for (const { id, client } of buyers.slice(0, 2)) await client.confirm({ params: { id }, body })
  const preview = await desk.falls({ params, body: { sessions: shorter } })
  expect(preview).toMatchObject({ total: 2, offers: pairs - 2 })
  const change = { sessions: shorter, updatedAt, falls: preview.mark ?? '', tell: true }
  const statuses = await crowd.callConcurrently(async (index) => {
    const buyer = buyers[2 + (index >> 1)]
    // Odd callers confirm a meeting in the removed slot, even callers remove it.
    if (index % 2 === 1 && buyer)
      return 1000 + (await statusOf(buyer.client.confirm({ params: { id: buyer.id }, body }), 200))
    return statusOf(desk.update({ params, body: change }), 200)
  })
  const saved = statuses.filter((status) => status === 200).length
  const confirmed = statuses.filter((status) => status === 1200).length
  // Either the change came first and no later confirmation succeeded, or a confirmation came first and the change was
  // refused.
  expect(saved).toBeLessThanOrEqual(1)
  expect(saved === 1 && confirmed > 0).toBe(false)
  expect(saved + confirmed).toBeGreaterThan(0)
  // An overloaded database may answer 503; 409 and 412 are regular refusals.
  for (const status of statuses) expect([200, 409, 412, 503]).toContain(status % 1000)
  expect(await countDisplaced(fair.id)).toEqual(saved === 1 ? { met: 2, noted: 2 } : { met: 0, noted: 0 })

  // With the current list of displaced meetings the change is accepted.
  if (saved === 0) {
    const again = await desk.falls({ params, body: { sessions: shorter } })
    expect(again.total).toBe(2 + confirmed)
    await desk.update({ params, body: { ...change, falls: again.mark ?? '' } })
    expect(await countDisplaced(fair.id)).toEqual({ met: again.total, noted: again.total })
  }
  // An overloaded database may fail some runs; the queue would retry them.
  await crowd.callConcurrently(() =>
    processFairChange(api.context, fair.id).catch((error) => {
      if (!isUnreachable(error)) throw error
    }),
  )
  await processFairChange(api.context, fair.id)
  const { rows } = await crowd.pool.query(
    `SELECT count(*)::int AS untold FROM matching_events AS event JOIN matchings AS met ON met.id = event.matching_id
     WHERE met.fair_id = $1 AND event.untold`,
    [fair.id],
  )
  expect(rows).toEqual([{ untold: 0 }])
}, 120_000)

it('never closes a slot under a booking that commits while the change waits', async () => {
  const { fair, desk, buyers, shorter, updatedAt, last } = await buildScene()
  const params = { id: fair.id }
  const [first] = buyers
  if (!first) throw new Error('There is no request')
  const preview = await desk.falls({ params, body: { sessions: shorter } })
  expect(preview).toMatchObject({ total: 0, mark: null })
  const booking = await crowd.pool.connect()
  try {
    await booking.query('BEGIN')
    await booking.query(
      `UPDATE matchings SET state = 'confirmed', held_until = NULL, way = 'offline', slot_id = slot.id,
         starts_at = slot.starts_at, ends_at = slot.ends_at, place = 1
       FROM fair_slots AS slot WHERE matchings.id = $1 AND slot.id = $2`,
      [first.id, last.id],
    )
    const change = statusOf(desk.update({ params, body: { sessions: shorter, updatedAt } }), 200)
    // The change waits for the transaction of the booking and is refused because of it.
    await new Promise((resolve) => setTimeout(resolve, 300))
    await booking.query('COMMIT')
    expect(await change).toBe(409)
  } finally {
    booking.release()
  }
  expect(await countDisplaced(fair.id)).toEqual({ met: 0, noted: 0 })
})

it('displaces meetings that the operator did not see when reading before writing (control)', async () => {
  await crowd.pool.query('CREATE TABLE naive_slots (open boolean)')
  await crowd.pool.query('INSERT INTO naive_slots VALUES (true)')
  await crowd.pool.query('CREATE TABLE naive_meetings (caller int)')
  let unseen = 0
  await crowd.readThenAct(
    async (index) =>
      index % 2 === 1
        ? (await crowd.pool.query('SELECT FROM naive_slots WHERE open')).rows.length > 0
        : (await crowd.pool.query('SELECT FROM naive_meetings')).rows.length === 0,
    async (isFine, index) => {
      if (!isFine) return
      if (index % 2 === 1) await crowd.pool.query('INSERT INTO naive_meetings VALUES ($1)', [index])
      else await crowd.pool.query('UPDATE naive_slots SET open = false')
    },
  )
  const { rows } = await crowd.pool.query<{ open: boolean }>('SELECT open FROM naive_slots')
  const { rows: booked } = await crowd.pool.query('SELECT caller FROM naive_meetings')
  if (rows[0]?.open === false) unseen = booked.length
  expect(unseen).toBeGreaterThan(0)
})
