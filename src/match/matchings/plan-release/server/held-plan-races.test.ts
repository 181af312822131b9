// @module-tag deep
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { Context, publicScope } from '#kit/server/context.ts'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { buildParticipation } from '#match/participants/factory.ts'
import { outbox } from '#people/messages/table.ts'
import { answerOf, buildParty, type Party } from '#test/match/build-fair-company.ts'
import { prepareCrowd } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { confirmTime } from '../../booking/server/confirm-time.ts'
import { matchings as contract } from '../../contract.ts'
import { buildMatching, buildTimes } from '../../factory.ts'
import { board } from '../../schedule-board/contract.ts'
import { placeMeeting } from '../../schedule-board/server/place-meeting.ts'
import { matchingPicks, matchings, matchingUnreleased } from '../../table.ts'

// One transaction is held open before its commit while the other act arrives, so the order is deterministic.

const api = prepareTestApi()
const crowd = prepareCrowd(api)

const createParty = (role: 'seller' | 'buyer', fairId: string) => buildParty(api, { role, fairId })
/** Returns a context like that of a request by the account. */
const contextOf = ({ actor }: Party) => {
  const principal = { ...actor, username: 'x', name: 'x', level: 'x', rank: 0, scopes: [] }
  return new Context(api.services, { ...publicScope('ko'), principal })
}

/** Runs `work` in a transaction that stays open until the returned function is called. */
const holdOpen = async (context: Context, work: (within: Context) => Promise<void>) => {
  const [done, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ended = context.transaction(async (within) => {
    await work(within)
    done.resolve()
    await gate.promise
  })
  await Promise.race([done.promise, ended])
  return async () => {
    gate.resolve()
    await ended
  }
}
/** Waits until a statement is blocked by a lock, or the call has been answered. */
const waitUntilBlocked = async (call: Promise<unknown>) => {
  let isAnswered = false
  void call.finally(() => {
    isAnswered = true
  })
  const waitingQuery = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  await expect.poll(async () => isAnswered || (await crowd.pool.query(waitingQuery)).rows[0].count > 0).toBe(true)
}

let fair: Awaited<ReturnType<typeof buildFair>>
let seller: Party
let buyer: Party
let slots: string[]
let desk: ReturnType<typeof deskOf>
const deskOf = (actor: Actor) => api.client({ ...contract, ...board }, actor)
beforeEach(async () => {
  fair = await buildFair(api.context, { tables: 2, rooms: 1, inHours: 72 })
  seller = await createParty('seller', fair.id)
  buyer = await createParty('buyer', fair.id)
  slots = (await listOpenSlots(api.context, fair.id)).map(({ id }) => id)
  await buildTimes(api.context, { fairId: fair.id, buyerId: buyer.profileId, way: 'offline', slots })
  desk = deskOf(await api.actor(['console', 'console:fairs']))
})
const slot = (index: number) => slots[index] ?? ''
const ask = async (from: Party = buyer, to: Party = seller) =>
  (await buildMatching(api.context, { fairId: fair.id, sellerId: to.profileId, buyerId: from.profileId })).id
const rowOf = async (id: string) =>
  (await api.services.database.select().from(matchings).where(eq(matchings.id, id)))[0]
const mailsTo = async ({ email }: Party) =>
  (await api.services.database.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(outbox.createdAt)).map(
    ({ subject, attachments }) => [subject.replace(/^\[.*?\] |:.*$/g, ''), attachments.length],
  )
const seat = (index: number) => ({ slot: slot(index), place: null, reason: '행사장 사정', stamp: null })

describe('an act of a company during an unreleased placement by the operator', () => {
  it('withdraws the request that the company sees, without revealing the meeting', async () => {
    await desk.hold({ params: { id: fair.id } })
    const id = await ask()
    const commit = await holdOpen(api.context, (within) => placeMeeting(within, id, seat(0)))
    const withdrawn = answerOf(buyer.client.cancel({ params: { id }, body: {} }))
    await waitUntilBlocked(withdrawn)
    await commit()
    expect(await withdrawn).toBe('allowed')
    expect(await rowOf(id)).toMatchObject({ state: 'cancelled', slotId: null, sequence: 0 })
    expect(await mailsTo(seller)).toEqual([['상담 요청 철회', 0]])
    expect(await mailsTo(buyer)).toEqual([])
    expect(await api.services.database.$count(matchingUnreleased, eq(matchingUnreleased.matchingId, id))).toBe(0)
  })

  it('is refused while the operator arranges the meeting, and the placement can still be undone', async () => {
    const id = await ask()
    await seller.client.offer({ params: { id }, body: { slots: [slot(0)] } })
    await buyer.client.confirm({ params: { id }, body: { slot: slot(0) } })
    await desk.hold({ params: { id: fair.id } })
    const mailCount = (await mailsTo(buyer)).length
    const commit = await holdOpen(api.context, (within) => placeMeeting(within, id, seat(3)))
    const moved = answerOf(seller.client.move({ params: { id }, body: { reason: '출장' } }))
    await waitUntilBlocked(moved)
    await commit()
    expect(await moved).toBe('409 state')
    expect(await mailsTo(buyer)).toHaveLength(mailCount)
    expect((await buyer.client.open({ params: { id } })).matching).toMatchObject({
      state: 'confirmed',
      meeting: { slot: slot(0) },
    })
    const updatedAt = (await rowOf(id))?.updatedAt.toISOString() ?? ''
    const { placed } = await desk.restore({ params: { id }, body: { updatedAt } })
    expect(placed).toMatchObject({ slot: slot(0), unreleased: false })
  })

  it('gets a cancellation by the operator without an invitation to cancel', async () => {
    const id = await ask()
    await desk.hold({ params: { id: fair.id } })
    const commit = await holdOpen(api.context, (within) => placeMeeting(within, id, seat(0)))
    const cancelled = answerOf(desk.cancelFor({ params: { id }, body: { reason: '행사 축소' } }))
    await waitUntilBlocked(cancelled)
    await commit()
    expect(await cancelled).toBe('allowed')
    // The companies saw only a request, so there is no invitation to cancel.
    expect(await mailsTo(buyer)).toEqual([['상담 취소', 0]])
  })

  it('misses the stored version in one statement that locks and joins (control)', async () => {
    await crowd.pool.query('CREATE TABLE naive_met (id int PRIMARY KEY, state text)')
    await crowd.pool.query('CREATE TABLE naive_kept (met int)')
    await crowd.pool.query(`INSERT INTO naive_met VALUES (1, 'requested')`)
    const [operator, company] = [await crowd.pool.connect(), await crowd.pool.connect()]
    try {
      await operator.query('BEGIN')
      await operator.query('INSERT INTO naive_kept VALUES (1)')
      await operator.query(`UPDATE naive_met SET state = 'confirmed'`)
      const companyRead = company.query(
        'SELECT state, met FROM naive_met LEFT JOIN naive_kept ON met = id WHERE id = 1 FOR UPDATE OF naive_met',
      )
      await waitUntilBlocked(companyRead)
      await operator.query('COMMIT')
      expect((await companyRead).rows).toEqual([{ state: 'confirmed', met: null }])
    } finally {
      operator.release()
      company.release()
    }
  })
})

describe('an offer during a booking of one of its companies', () => {
  it('is refused if its time is being booked, also in another fair', async () => {
    const id = await ask()
    await seller.client.offer({ params: { id }, body: { slots: [slot(0)] } })
    // Another fair with slots at the same hours.
    const second = await buildFair(api.context, { tables: 2, rooms: 1, inHours: 72 })
    const rival = await createParty('seller', second.id)
    await buildParticipation(api.context, { fairId: second.id, profileId: buyer.profileId })
    const otherFair = await buildTimes(api.context, {
      fairId: second.id,
      buyerId: buyer.profileId,
      way: 'offline',
    })
    const other = await buildMatching(api.context, {
      fairId: second.id,
      sellerId: rival.profileId,
      buyerId: buyer.profileId,
    })
    const commit = await holdOpen(contextOf(buyer), (within) => confirmTime(within, id, slot(0)))
    const offered = answerOf(rival.client.offer({ params: { id: other.id }, body: { slots: otherFair.slice(0, 2) } }))
    await waitUntilBlocked(offered)
    await commit()
    expect(await offered).toBe('409 slots')
    expect(await rowOf(other.id)).toMatchObject({ state: 'requested' })
    expect(await api.services.database.$count(matchingPicks, eq(matchingPicks.matchingId, other.id))).toBe(0)
  })

  it('loses the time to a confirmation that waits for it', async () => {
    const id = await ask()
    await seller.client.offer({ params: { id }, body: { slots: [slot(0)] } })
    const rival = await createParty('seller', fair.id)
    const other = await ask(buyer, rival)
    const lock = await crowd.pool.connect()
    try {
      // Keeps the offer's transaction open: written, but not yet visible to others.
      await lock.query('BEGIN')
      await lock.query('LOCK TABLE outbox IN SHARE ROW EXCLUSIVE MODE')
      const offered = answerOf(rival.client.offer({ params: { id: other }, body: { slots: [slot(0), slot(1)] } }))
      await waitUntilBlocked(offered)
      const confirmed = answerOf(buyer.client.confirm({ params: { id }, body: { slot: slot(0) } }))
      const waitingQuery = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      await expect.poll(async () => (await crowd.pool.query(waitingQuery)).rows[0].count).toBe(2)
      await lock.query('COMMIT')
      expect([await offered, await confirmed]).toEqual(['allowed', 'allowed'])
    } finally {
      lock.release()
    }
    const { matching } = await buyer.client.open({ params: { id: other } })
    expect(matching.picks.map((pick) => pick.slot)).toEqual([slot(1)])
    expect((await mailsTo(rival)).at(-1)?.[0]).toContain('시간')
  })

  it('stays offered when reading before writing (control)', async () => {
    await crowd.pool.query('CREATE TABLE naive_booked (slot int)')
    await crowd.pool.query('CREATE TABLE naive_offered (slot int)')
    const [offer, confirm] = [await crowd.pool.connect(), await crowd.pool.connect()]
    try {
      await confirm.query('BEGIN')
      await confirm.query('INSERT INTO naive_booked VALUES (1)')
      await confirm.query('DELETE FROM naive_offered WHERE slot = 1')
      const { rows: booked } = await offer.query('SELECT FROM naive_booked WHERE slot = 1')
      if (booked.length === 0) await offer.query('INSERT INTO naive_offered VALUES (1)')
      await confirm.query('COMMIT')
      const { rows } = await offer.query('SELECT slot FROM naive_offered JOIN naive_booked USING (slot)')
      expect(rows).toEqual([{ slot: 1 }])
    } finally {
      offer.release()
      confirm.release()
    }
  })
})
