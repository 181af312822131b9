// @module-tag deep
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { CallRefused } from '#kit/client.ts'
import { sqlState } from '#kit/db/pool.ts'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { fairSlots, fairs, type SlotRow } from '#match/fairs/table.ts'
import { participants } from '#match/participants/contract.ts'
import { outbox } from '#people/messages/table.ts'
import { buildParty } from '#test/match/build-fair-company.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { fairAudience } from '../../audience/server/select-audience.ts'
import { matchings as contract } from '../../contract.ts'
import { buildMatching, buildTimes } from '../../factory.ts'
import { processFairChange } from '../../fair-changes/server/process-fair-change.ts'
import { board } from '../../schedule-board/contract.ts'
import { freeTimes, matchings } from '../../table.ts'
import { announcePlan } from './release-plan.ts'

// Companies and third parties learn nothing about an unreleased change through side effects, and no change is lost.

const api = prepareTestApi()

const clientOf = (actor: Actor) => api.client({ ...contract, myFairs: participants.myFairs }, actor)
const createParty = async (role: 'seller' | 'buyer') => {
  const one = await buildParty(api, { role, fairId: fair.id })
  return { ...one, client: clientOf(one.actor) }
}
type Party = Awaited<ReturnType<typeof createParty>>
const buyerWithTimes = async () => {
  const one = await createParty('buyer')
  await buildTimes(api.context, { fairId: fair.id, buyerId: one.profileId, way: 'offline' })
  return one
}

let fair: Awaited<ReturnType<typeof buildFair>>
let slots: SlotRow[]
let seller: Party
let buyer: Party
let desk: ReturnType<typeof deskOf>
const deskOf = (actor: Actor) => api.client({ ...contract, ...board }, actor)
beforeEach(async () => {
  // Start at 10:00 in Seoul, so that all slots fall on one day.
  const inHours = ((25 - api.context.now().getUTCHours()) % 24) + 48
  fair = await buildFair(api.context, { tables: 2, rooms: 2, inHours, requestLimit: 2 })
  slots = await listOpenSlots(api.context, fair.id)
  seller = await createParty('seller')
  buyer = await buyerWithTimes()
  desk = deskOf(await api.actor(['console', 'console:fairs']))
})

const slot = (index: number) => slots[index]?.id ?? ''
const ask = async (from: Party = buyer, to: Party = seller) =>
  (await from.client.request({ body: { fair: fair.id, seller: to.profileId } })).matching._id
const offer = (id: string, by: Party, ...indexes: number[]) =>
  by.client.offer({ params: { id }, body: { slots: indexes.map(slot) } })
/** Arranges a meeting between two companies without the operator. */
const meet = async (index: number, from: Party = buyer, to: Party = seller) => {
  const id = await ask(from, to)
  await offer(id, to, index)
  await from.client.confirm({ params: { id }, body: { slot: slot(index) } })
  return id
}
const hold = () => desk.hold({ params: { id: fair.id } })
const stampOf = async (id: string) => (await desk.get({ params: { id } })).matching.updatedAt
const place = async (id: string, index: number) =>
  desk.place({ params: { id }, body: { slot: slot(index), updatedAt: await stampOf(id) } })
const restore = async (id: string) => desk.restore({ params: { id }, body: { updatedAt: await stampOf(id) } })
const save = (...times: [number, 'online' | 'offline'][]) =>
  buyer.client.setTimes({
    params: { fair: fair.id },
    body: { times: times.map(([index, way]) => ({ slot: slot(index), way })) },
  })
const answerOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'allowed',
    (error) => {
      if (!(error instanceof CallRefused)) throw error
      return [error.status, error.refusal.code, ...Object.keys(error.refusal.fields ?? {})].join(' ')
    },
  )
const mailsTo = async ({ email }: Party) =>
  (await api.services.database.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(outbox.createdAt)).map(
    ({ subject }) => subject,
  )
const own = async ({ client }: Party) => (await client.myFairs()).fairs.find((one) => one.fair._id === fair.id)

describe('free times with an unreleased meeting', () => {
  const readFreeTimes = async () =>
    (
      await api.services.database
        .select({ slot: freeTimes.slotId, way: freeTimes.way, wish: freeTimes.wish })
        .from(freeTimes)
        .where(eq(freeTimes.buyerId, buyer.profileId))
    ).find((one) => one.slot === slot(0))
  const changedOf = async (id: string) =>
    (await desk.board({ params: { id: fair.id }, query: {} })).board.meetings.find(({ _id }) => _id === id)?.changed

  it('can be saved in the other way: the buyer sees its own input, the board a meeting to settle', async () => {
    const id = await ask()
    await hold()
    await place(id, 0)
    const saved = await save([0, 'online'], [1, 'offline'])
    expect(saved.slots.slice(0, 3).map(({ way }) => way)).toEqual(['online', 'offline', null])
    expect(saved.slots[0]?.meeting).toBeNull()
    expect((await desk.get({ params: { id } })).matching.meeting).toMatchObject({ slot: slot(0), way: 'offline' })
    expect(await changedOf(id)).toBe('time')
    await save([0, 'offline'], [1, 'offline'])
    expect(await changedOf(id)).toBeNull()
    await save([0, 'online'], [1, 'offline'])
    expect(await readFreeTimes()).toMatchObject({ way: 'offline', wish: 'online' })
    // Once the meeting has left the slot, the times are as the buyer gave them.
    await restore(id)
    expect(await readFreeTimes()).toMatchObject({ way: 'online', wish: null })
    expect((await buyer.client.schedule({ params: { fair: fair.id } })).slots[0]?.way).toBe('online')
  })

  it('are as the buyer gave them once the meeting is deleted', async () => {
    const id = await ask()
    await hold()
    await place(id, 0)
    await save([0, 'online'])
    await api.services.database.delete(matchings).where(eq(matchings.id, id))
    expect(await readFreeTimes()).toMatchObject({ way: 'online', wish: null })
  })

  it('cannot be removed if the buyer sees a meeting or an offer there', async () => {
    const id = await meet(0)
    await hold()
    await place(id, 3)
    // Accepting this would reveal that the meeting has left the first slot.
    expect(await answerOf(save([1, 'offline'], [3, 'offline']))).toBe('409 conflict times')
    expect(await answerOf(save([0, 'online'], [3, 'offline']))).toBe('409 conflict times')
    expect(await answerOf(save([0, 'offline'], [1, 'offline'], [3, 'online']))).toBe('allowed')
    await restore(id)
    const rival = await createParty('seller')
    const other = await ask(buyer, rival)
    await offer(other, rival, 1)
    await place(other, 1)
    expect(await answerOf(save([0, 'offline'], [1, 'online']))).toBe('409 conflict times')
    expect(await answerOf(save([0, 'offline']))).toBe('409 conflict times')
  })

  it('do not allow requests once they are withdrawn or their slot is closed', async () => {
    await save([0, 'offline'])
    const rival = await createParty('seller')
    const id = await ask()
    await hold()
    await place(id, 0)
    await save()
    expect((await own(buyer))?.freeTimes).toBe(0)
    expect(await answerOf(ask(buyer, rival))).toBe('409 conflict times')
    await save([1, 'offline'])
    await api.services.database
      .update(fairSlots)
      .set({ closed: true })
      .where(eq(fairSlots.id, slot(1)))
    expect(await answerOf(ask(buyer, rival))).toBe('409 conflict times')
    await save([2, 'offline'])
    expect(await answerOf(ask(buyer, rival))).toBe('allowed')
  })
})

describe('a meeting with an unreleased move', () => {
  it('shows the seller as busy at the released time, not at the new one', async () => {
    const id = await meet(0)
    const rival = await buyerWithTimes()
    await hold()
    await place(id, 3)
    const placed = await ask(rival)
    await place(placed, 5)
    const { sellers } = await rival.client.schedule({ params: { fair: fair.id } })
    expect(sellers.find(({ _id }) => _id === seller.profileId)?.busy).toEqual([0])
  })

  it('keeps its released table reserved, so that the move can be undone', async () => {
    const id = await meet(0)
    await hold()
    await place(id, 1)
    const [otherSeller, otherBuyer] = [await createParty('seller'), await buyerWithTimes()]
    const other = await ask(otherBuyer, otherSeller)
    await offer(other, otherSeller, 0)
    const { slots: choices } = await otherBuyer.client.choices({ params: { id: other } })
    expect(choices[0]?.place).toBe(2)
    const { matching } = await otherBuyer.client.confirm({ params: { id: other }, body: { slot: slot(0) } })
    expect(matching.meeting).toMatchObject({ place: 2 })
    expect((await restore(id)).placed).toMatchObject({ slot: slot(0), place: 1 })
  })

  it('sorts in lists by the released time', async () => {
    const [early, late] = [await meet(1), await meet(3, buyer, await createParty('seller'))]
    await hold()
    await place(late, 0)
    const listed = async (sort: 'startsAt' | '-updatedAt') =>
      (await buyer.client.mine({ query: { sort } })).matchings.map(({ _id }) => _id)
    expect(await listed('startsAt')).toEqual([early, late])
    await place(early, 5)
    expect(await listed('startsAt')).toEqual([early, late])
    expect(await listed('-updatedAt')).toEqual([late, early])
  })

  it('can be cancelled until the deadline before the released time', async () => {
    const id = await meet(0)
    await hold()
    await place(id, 7)
    const hours = Math.ceil(((slots[0]?.startsAt.getTime() ?? 0) - api.context.now().getTime()) / 3_600_000)
    await api.services.database
      .update(fairs)
      .set({ changeHours: hours + 1 })
      .where(eq(fairs.id, fair.id))
    const cancel = () => buyer.client.cancel({ params: { id }, body: { reason: '출장' } })
    expect(await answerOf(cancel())).toBe('409 too_late state')
    await api.services.database
      .update(fairs)
      .set({ changeHours: hours - 1 })
      .where(eq(fairs.id, fair.id))
    expect(await answerOf(cancel())).toBe('allowed')
  })
})

describe('a request with an unreleased placement', () => {
  it("still counts toward the buyer's limit", async () => {
    const id = await ask()
    await ask(buyer, await createParty('seller'))
    await hold()
    await place(id, 0)
    expect((await own(buyer))?.openRequests).toBe(2)
    expect(await answerOf(ask(buyer, await createParty('seller')))).toBe('409 conflict seller')
  })

  it("does not add its companies to a message's recipients for that day", async () => {
    const id = await ask()
    await hold()
    await place(id, 0)
    const day = new Date((slots[0]?.startsAt.getTime() ?? 0) + 9 * 3_600_000).toISOString().slice(0, 10)
    const countRecipients = async () =>
      (await api.services.database.execute(fairAudience.accounts({ fair: fair.id, day }))).rows.length
    expect(await countRecipients()).toBe(0)
    await desk.release({ params: { id: fair.id } })
    expect(await countRecipients()).toBe(2)
  })

  it('is announced with the reason of its latest change, even if the clock of that server was behind', async () => {
    const id = await ask()
    await hold()
    for (const [index, reason] of ['첫 배정', '자리 조정'].entries())
      await desk.place({ params: { id }, body: { slot: slot(index), updatedAt: await stampOf(id), reason } })
    await api.services.database.execute(sql`
      UPDATE matching_events SET created_at = created_at + interval '1 minute' WHERE reason = '첫 배정'`)
    await desk.release({ params: { id: fair.id } })
    await announcePlan(api.context, fair.id)
    const { matching } = await buyer.client.open({ params: { id } })
    expect(matching.events.at(-1)).toMatchObject({ action: 'place', reason: '자리 조정' })
  })

  it('loses the times of its offer that went meanwhile when it is restored, and notifies both sides', async () => {
    const id = await ask()
    await offer(id, seller, 2, 3, 4)
    await hold()
    await place(id, 0)
    await meet(3, buyer, await createParty('seller'))
    await api.services.database
      .update(fairSlots)
      .set({ closed: true })
      .where(eq(fairSlots.id, slot(4)))
    const before = [await mailsTo(buyer), await mailsTo(seller)]
    await processFairChange(api.context, fair.id)
    expect([await mailsTo(buyer), await mailsTo(seller)]).toEqual(before)
    expect((await buyer.client.open({ params: { id } })).matching.picks).toHaveLength(3)
    await restore(id)
    const { matching } = await buyer.client.open({ params: { id } })
    expect(matching.picks.map((pick) => pick.slot)).toEqual([slot(2)])
    expect(matching.events.at(-1)).toMatchObject({ action: 'lose', times: [{}, {}] })
    for (const [index, side] of [buyer, seller].entries())
      expect((await mailsTo(side)).slice(before[index]?.length)).toHaveLength(1)
  })
})

describe('a move by the operator', () => {
  it('is refused if one side has reopened the meeting meanwhile', async () => {
    const id = await meet(0)
    const client = await api.services.database.transaction(async (transaction) => {
      await transaction.execute(sql`SELECT FROM matchings WHERE id = ${id} FOR UPDATE`)
      const moved = answerOf(desk.moveFor({ params: { id }, body: { slot: slot(3), reason: '자리 조정' } }))
      const waiting = sql`SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      await expect.poll(async () => (await api.services.database.execute(waiting)).rows[0]?.count).toBe(1)
      await transaction.execute(sql`UPDATE matchings SET state = 'requested', way = NULL, slot_id = NULL,
        starts_at = NULL, ends_at = NULL, place = NULL, updated_at = updated_at + interval '1 millisecond' WHERE id = ${id}`)
      return { moved }
    })
    expect(await client.moved).toBe('409 conflict slot')
    expect((await desk.get({ params: { id } })).matching.state).toBe('requested')
  })
})

describe('a fair', () => {
  it('cannot be deleted while an expired offer waits for its seller', async () => {
    await buildMatching(api.context, {
      fairId: fair.id,
      sellerId: seller.profileId,
      buyerId: buyer.profileId,
      state: 'expired',
    })
    const removed = api.services.database.delete(fairs).where(inArray(fairs.id, [fair.id]))
    expect(
      await removed.then(
        () => 'deleted',
        (error: unknown) => sqlState(error),
      ),
    ).toBe('23503')
  })
})
