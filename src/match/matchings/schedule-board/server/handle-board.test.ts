import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CallRefused } from '#kit/client.ts'
import { fairs } from '#match/fairs/contract.ts'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { outbox } from '#people/messages/table.ts'
import { buildParty, type Party } from '#test/match/build-fair-company.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { readFeed } from '../../calendar/server/serve-feed.ts'
import { matchings as contract } from '../../contract.ts'
import { buildMatching, buildTimes } from '../../factory.ts'
import { processFairChange } from '../../fair-changes/server/process-fair-change.ts'
import { announcePlan } from '../../plan-release/server/release-plan.ts'
import { matchings } from '../../table.ts'
import { board } from '../contract.ts'

const api = prepareTestApi()

const createParty = (role: 'seller' | 'buyer', fairId: string) => buildParty(api, { role, fairId })

let fair: Awaited<ReturnType<typeof buildFair>>
let seller: Party
let buyer: Party
let slots: string[]
let desk: ReturnType<typeof deskOf>
const deskOf = (actor: Actor) => api.client({ ...contract, ...board, update: fairs.update, fair: fairs.get }, actor)
beforeEach(async () => {
  // Start at 10:00 in Seoul, so that all slots fall on one day.
  const now = api.context.now()
  const hours = ((25 - now.getUTCHours()) % 24) + 48
  fair = await buildFair(api.context, { tables: 2, rooms: 1, inHours: hours })
  seller = await createParty('seller', fair.id)
  buyer = await createParty('buyer', fair.id)
  slots = (await listOpenSlots(api.context, fair.id)).map(({ id }) => id)
  await buildTimes(api.context, {
    fairId: fair.id,
    buyerId: buyer.profile.id,
    way: 'offline',
    slots: slots.slice(0, 5),
  })
  desk = deskOf(await api.actor(['console', 'console:fairs']))
})

const slot = (index: number) => slots[index] ?? ''
const ask = async (from: Party = buyer, to: Party = seller) =>
  (await buildMatching(api.context, { fairId: fair.id, sellerId: to.profile.id, buyerId: from.profile.id })).id
const stampOf = async (id: string) => (await desk.get({ params: { id } })).matching.updatedAt
const place = async (id: string, index: number, number: number | null = null, updatedAt?: string) =>
  (
    await desk.place({
      params: { id },
      body: { slot: slot(index), place: number, reason: '행사장 사정', updatedAt: updatedAt ?? (await stampOf(id)) },
    })
  ).placed
const refused = (call: Promise<unknown>) =>
  call.then(
    () => 'allowed',
    (error: CallRefused) =>
      `${error.status} ${Object.entries(error.refusal.fields ?? {})
        .flat()
        .join(': ')}`.trim(),
  )
const day = async () => (await desk.board({ params: { id: fair.id }, query: {} })).board
const mailsTo = async ({ email }: Party) =>
  (await api.services.database.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(outbox.createdAt)).map(
    ({ subject }) => subject,
  )
const readMatching = async (by: Party, id: string) =>
  (await api.client(contract, by.actor).open({ params: { id } })).matching
const member = (by: Party) => api.client(contract, by.actor)

describe('the schedule board', () => {
  it('shows a day with its companies, meetings and offers', async () => {
    const id = await ask()
    await place(id, 1)
    const board = await day()
    expect(board.slots).toHaveLength(8)
    expect(board.sellers.map(({ _id }) => _id)).toEqual([seller.profile.id])
    expect(board.buyers.map(({ _id }) => _id)).toEqual([buyer.profile.id])
    expect(board.meetings).toMatchObject([
      { _id: id, state: 'confirmed', seller: 0, buyer: 0, slot: 1, way: 'offline', place: 1, changed: null },
    ])
    const total = board.days.reduce((sum, { meetings }) => sum + meetings, 0)
    expect(total).toBe(1)

    const other = await createParty('buyer', fair.id)
    await buildTimes(api.context, {
      fairId: fair.id,
      buyerId: other.profile.id,
      way: 'online',
      slots: slots.slice(0, 2),
    })
    const offered = await ask(other)
    await member(seller).offer({ params: { id: offered }, body: { slots: [slot(0)] } })
    expect((await day()).meetings.find(({ _id }) => _id === offered)).toMatchObject({ state: 'offered', place: null })
    expect(await refused(desk.board({ params: { id: api.context.newId() }, query: {} }))).toBe('404')
    expect(await refused(desk.board({ params: { id: fair.id }, query: { day: 'x' } }))).toMatch(/^400 day/)
  })

  it('answers for each slot of a day whether a meeting can be placed there', async () => {
    const [id, rival] = [await ask(), await createParty('buyer', fair.id)]
    const second = await createParty('seller', fair.id)
    await buildTimes(api.context, { fairId: fair.id, buyerId: rival.profile.id, way: 'offline' })
    await place(id, 0)
    await place(await ask(rival), 1)
    await place(await ask(buyer, second), 2)
    const third = await createParty('seller', fair.id)
    const fourth = await createParty('seller', fair.id)
    const fifth = await createParty('buyer', fair.id)
    await buildTimes(api.context, { fairId: fair.id, buyerId: fifth.profile.id, way: 'offline' })
    await place(await ask(rival, third), 3)
    await place(await ask(fifth, fourth), 3)
    const [at] = await listOpenSlots(api.context, fair.id)
    const startsOn = new Date((at?.startsAt.getTime() ?? 0) + 9 * 3_600_000).toISOString().slice(0, 10)
    const { seats } = await desk.seats({ params: { id }, query: { day: startsOn } })
    const answers = slots.slice(0, 6).map((one) => seats.find((seat) => seat.slot === one))
    expect(answers.map((seat) => seat?.answer)).toEqual(['here', 'seller', 'buyer', 'no_place', 'free', 'outside'])
    expect(answers[1]?.other).not.toBeNull()
    expect(answers[4]).toMatchObject({ way: 'offline', place: 1, places: [1, 2] })
    // `place` accepts exactly the slots that `seats` reports as free.
    expect(await refused(place(id, 1))).toMatch(/^409 slot/)
    expect(await refused(place(id, 2))).toMatch(/^409 slot/)
    expect(await refused(place(id, 3))).toMatch(/^409 slot/)
    expect(await refused(place(id, 5))).toMatch(/^409 slot/)
    expect(await place(id, 4)).toMatchObject({ slot: slot(4), place: 1 })
  })

  it('moves a meeting to another slot and table, keeps its table if possible, and notifies both sides', async () => {
    const id = await ask()
    expect(await place(id, 0, 2)).toMatchObject({ slot: slot(0), place: 2, unreleased: false })
    expect(await place(id, 1)).toMatchObject({ slot: slot(1), place: 2 })
    expect(await place(id, 1, 1)).toMatchObject({ slot: slot(1), place: 1 })
    const { matching } = await desk.get({ params: { id } })
    expect(matching.events.map(({ action, side, reason }) => [action, side, reason])).toEqual([
      ['place', 'operator', '행사장 사정'],
      ['move', 'operator', '행사장 사정'],
      ['move', 'operator', '행사장 사정'],
    ])
    for (const side of [seller, buyer]) expect(await mailsTo(side)).toHaveLength(3)
    expect((await readMatching(buyer, id)).meeting).toMatchObject({ slot: slot(1), place: 1 })
    // A taken table, a table that does not exist, and an outdated version.
    const rival = await createParty('buyer', fair.id)
    const second = await createParty('seller', fair.id)
    await buildTimes(api.context, { fairId: fair.id, buyerId: rival.profile.id, way: 'offline' })
    const other = await ask(rival, second)
    expect(await refused(place(other, 1, 1))).toMatch(/^409 slot: .*자리/)
    expect(await refused(place(other, 1, 9))).toMatch(/^409 slot: .*자리/)
    const old = await stampOf(id)
    await place(id, 2)
    expect(await refused(place(id, 3, null, old))).toMatch(/^409 slot: .*담당자/)
    expect(await refused(place(api.context.newId(), 3, null, old))).toBe('404')
    await desk.cancelFor({ params: { id }, body: { reason: '불참' } })
    expect(await refused(place(id, 3))).toBe('409')
  })

  it('lets read-only staff see the board but not change it', async () => {
    const id = await ask()
    const reader = deskOf(await api.actor(['console', 'console:fairs:read']))
    expect((await reader.board({ params: { id: fair.id }, query: {} })).board.sellers).toHaveLength(1)
    const body = { slot: slot(0), updatedAt: await stampOf(id) }
    expect(await refused(reader.place({ params: { id }, body }))).toBe('403')
    expect(await refused(reader.release({ params: { id: fair.id } }))).toBe('403')
  })

  it('lists requests without a time, with the number of slots that both sides share', async () => {
    const id = await ask()
    const rival = await createParty('seller', fair.id)
    await place(await ask(buyer, rival), 0)
    const { requests, total } = await desk.waiting({ params: { id: fair.id }, query: {} })
    expect(total).toBe(1)
    expect(requests).toMatchObject([{ _id: id, common: 4 }])
  })
})

describe('a held plan', () => {
  beforeEach(async () => {
    await desk.hold({ params: { id: fair.id } })
  })

  it('hides placements from the companies in lists, calendar, grid, history and mail', async () => {
    const id = await ask()
    const before = await readMatching(buyer, id)
    await place(id, 0)
    for (const side of [buyer, seller]) {
      const after = await readMatching(side, id)
      expect(after).toMatchObject({ state: 'requested', meeting: null, updatedAt: before.updatedAt })
      expect(after.events).toEqual(before.events)
      expect((await member(side).mine({ query: { state: 'confirmed' } })).total).toBe(0)
      expect((await member(side).mine({ query: { state: 'requested' } })).total).toBe(1)
      expect(await mailsTo(side)).toEqual([])
    }
    const { slots: grid } = await member(buyer).schedule({ params: { fair: fair.id } })
    expect(grid.every(({ meeting }) => meeting === null)).toBe(true)
    const { calendar } = await member(buyer).renewCalendar({})
    const token = new URL(calendar.address ?? '', 'http://localhost').searchParams.get('token') ?? ''
    expect(await readFeed(api.context, token)).not.toContain('BEGIN:VEVENT')
    // The seller's grid reveals only that no place is free.
    const rival = await createParty('buyer', fair.id)
    await buildTimes(api.context, { fairId: fair.id, buyerId: rival.profile.id, way: 'offline' })
    const other = await ask(rival)
    const { slots: picks } = await member(seller).schedules({ params: { id: other } })
    expect(picks[0]?.refusal).toBe('no_place')
    // Until the release the companies cannot change the matching, but the buyer can withdraw the time.
    expect(await refused(member(seller).offer({ params: { id }, body: { slots: [slot(1)] } }))).toMatch(/^409 state/)
    const left = slots.slice(1, 5).map((one) => ({ slot: one, way: 'offline' as const }))
    await member(buyer).setTimes({ params: { fair: fair.id }, body: { times: left } })
    expect((await day()).meetings).toMatchObject([{ _id: id, changed: 'time', unreleased: true }])

    expect((await day()).unreleased).toEqual({ meetings: 1, companies: 2 })
    const { told } = await desk.release({ params: { id: fair.id } })
    expect(told).toEqual({ meetings: 1, companies: 2 })
    expect((await readMatching(buyer, id)).meeting).toMatchObject({ slot: slot(0) })
    await announcePlan(api.context, fair.id)
    await announcePlan(api.context, fair.id)
    for (const side of [buyer, seller]) expect(await mailsTo(side)).toEqual([expect.stringContaining('상담 확정')])
    expect((await readMatching(buyer, id)).events.map(({ action }) => action)).toEqual(['place'])
    expect(await readFeed(api.context, token)).toContain('BEGIN:VEVENT')
    expect(await refused(desk.release({ params: { id: fair.id } }))).toBe('409')
  })

  it('keeps meetings that the companies arranged, and shows the former time of a moved one', async () => {
    const id = await ask()
    await member(seller).offer({ params: { id }, body: { slots: [slot(0), slot(1)] } })
    await member(buyer).confirm({ params: { id }, body: { slot: slot(0) } })
    expect((await readMatching(seller, id)).meeting).toMatchObject({ slot: slot(0) })
    const mails = (await mailsTo(buyer)).length
    await place(id, 3)
    expect((await readMatching(seller, id)).meeting).toMatchObject({ slot: slot(0) })
    // No other meeting can be arranged at the time that the companies still see.
    const rival = await createParty('seller', fair.id)
    const other = await ask(buyer, rival)
    expect(await refused(member(rival).offer({ params: { id: other }, body: { slots: [slot(0)] } }))).toMatch(/^409/)
    await desk.release({ params: { id: fair.id } })
    await announcePlan(api.context, fair.id)
    expect((await mailsTo(buyer)).slice(mails)).toEqual([expect.stringContaining('상담 시간 변경')])
    const [row] = await api.services.database.select().from(matchings).where(eq(matchings.id, id))
    expect(row?.sequence).toBe(2)
  })

  it('drops a change that is undone, and restores a placed request', async () => {
    const id = await ask()
    await member(seller).offer({ params: { id }, body: { slots: [slot(0), slot(1)] } })
    const placed = await place(id, 2)
    expect((await readMatching(buyer, id)).picks).toHaveLength(2)
    expect(await refused(member(buyer).confirm({ params: { id }, body: { slot: slot(0) } }))).toMatch(/^409 state/)
    const { placed: restored } = await desk.restore({ params: { id }, body: { updatedAt: placed.updatedAt } })
    expect(restored).toMatchObject({ state: 'offered', slot: null, unreleased: false })
    expect((await day()).unreleased).toEqual({ meetings: 0, companies: 0 })
    expect(await refused(desk.restore({ params: { id }, body: { updatedAt: restored.updatedAt } }))).toMatch(/^409/)
    await member(buyer).confirm({ params: { id }, body: { slot: slot(1) } })
    await place(id, 3)
    await place(id, 1, 1)
    expect((await day()).unreleased).toEqual({ meetings: 0, companies: 0 })
  })

  it('lets a company cancel, and is released only by the release route', async () => {
    const id = await ask()
    await place(id, 0)
    const { fair: current } = await desk.fair({ params: { id: fair.id } })
    const body = { released: true, updatedAt: current.updatedAt }
    expect(await refused(desk.update({ params: { id: fair.id }, body }))).toMatch(/^409 released/)
    const { matching } = await member(buyer).cancel({ params: { id }, body: { reason: '출장' } })
    expect(matching.state).toBe('cancelled')
    // The other company knows only the request, not the unreleased meeting.
    expect(await mailsTo(seller)).toEqual([expect.stringContaining('상담 요청 철회')])
    expect((await day()).unreleased.meetings).toBe(0)
    expect(await refused(desk.hold({ params: { id: fair.id } }))).toBe('409')
  })
})

describe("a change of the fair's set-up", () => {
  it('marks displaced meetings until they are moved, and removes closed slots from offers', async () => {
    const id = await ask()
    await place(id, 4, 2)
    const rival = await createParty('buyer', fair.id)
    await buildTimes(api.context, { fairId: fair.id, buyerId: rival.profile.id, way: 'offline', slots: [slot(3)] })
    const offered = await ask(rival)
    await member(seller).offer({ params: { id: offered }, body: { slots: [slot(3)] } })
    const { fair: current } = await desk.fair({ params: { id: fair.id } })
    const [session] = current.sessions
    const [, , , fourth] = await listOpenSlots(api.context, fair.id)
    const sessions = [{ startAt: session?.startAt ?? '', endAt: fourth?.startsAt.toISOString() ?? '' }]
    const setup = { sessions, breaks: [], slotMinutes: 30, tables: 2, rooms: 1 }
    const preview = await desk.falls({ params: { id: fair.id }, body: setup })
    // The removed slots contain two times of one buyer and one of the other.
    expect(preview).toMatchObject({ total: 1, offers: 1, times: 3, buyers: 2 })
    expect(preview.meetings).toMatchObject([{ _id: id, changed: 'slot', place: 2 }])
    const smaller = await desk.falls({ params: { id: fair.id }, body: { tables: 1 } })
    expect(smaller).toMatchObject({ total: 1, offers: 0, times: 0, buyers: 0, meetings: [{ changed: 'place' }] })
    expect(await desk.falls({ params: { id: fair.id }, body: {} })).toMatchObject({ total: 0, mark: null })
    const endless = [{ startAt: '2027-01-01T00:00:00.000Z', endAt: '2090-01-01T00:00:00.000Z' }]
    expect(await refused(desk.falls({ params: { id: fair.id }, body: { ...setup, sessions: endless } }))).toMatch(
      /^400 sess/,
    )
    const body = { sessions, updatedAt: current.updatedAt }
    // The update is refused without the mark of the displaced meetings, or with the mark of another list.
    expect(await refused(desk.update({ params: { id: fair.id }, body }))).toMatch(/^409 falls: .*벗어나는/)
    const other = { ...body, falls: smaller.mark ?? '' }
    expect(await refused(desk.update({ params: { id: fair.id }, body: other }))).toMatch(/^409 falls/)
    expect(await refused(desk.update({ params: { id: fair.id }, body: { ...body, falls: 'x' } }))).toMatch(/^400 falls/)
    expect((await listOpenSlots(api.context, fair.id)).map((one) => one.id)).toEqual(slots)
    const [buyersMails, sellersMails] = [await mailsTo(buyer), await mailsTo(seller)]
    await desk.update({ params: { id: fair.id }, body: { ...body, falls: preview.mark ?? '', tell: true } })
    await processFairChange(api.context, fair.id)
    await processFairChange(api.context, fair.id)
    // Each company gets one mail about the meeting; the seller also gets one about the ended offer.
    expect((await mailsTo(buyer)).slice(buyersMails.length)).toEqual([expect.stringContaining('상담 조건 변경')])
    expect((await mailsTo(seller)).slice(sellersMails.length).filter((mail) => mail.includes('조건'))).toHaveLength(1)
    expect((await readMatching(buyer, id)).events.at(-1)).toMatchObject({ action: 'unseat', side: 'operator' })
    expect((await readMatching(buyer, id)).meeting).toMatchObject({ slot: slot(4) })
    expect((await readMatching(seller, offered)).state).toBe('requested')
    const board = await day()
    expect(board.meetings.find(({ _id }) => _id === id)).toMatchObject({ changed: 'slot' })
    expect(board.slots.filter(({ closed }) => closed)).toHaveLength(1)
    expect((await listOpenSlots(api.context, fair.id)).map((one) => one.id)).toEqual(slots.slice(0, 3))
    const { slots: grid } = await member(buyer).schedule({ params: { fair: fair.id } })
    expect(grid).toHaveLength(3)
    // A closed slot accepts no meeting; once moved, the meeting is a regular one again.
    expect(await refused(place(id, 3))).toMatch(/^409 slot/)
    await place(id, 0)
    const { fair: later } = await desk.fair({ params: { id: fair.id } })
    const { mark } = await desk.falls({ params: { id: fair.id }, body: { tables: 1 } })
    const mailCount = (await mailsTo(buyer)).length
    const withoutMark = { tables: 1, updatedAt: later.updatedAt, falls: mark ?? '' }
    await desk.update({ params: { id: fair.id }, body: withoutMark })
    await processFairChange(api.context, fair.id)
    // Without `tell`, the event appears only in the history that staff see.
    expect(await mailsTo(buyer)).toHaveLength(mailCount)
    expect((await readMatching(buyer, id)).events.at(-1)).toMatchObject({ action: 'move' })
    const { matching } = await desk.get({ params: { id } })
    expect(matching.events.at(-1)).toMatchObject({ action: 'unseat', times: [{ way: 'offline' }] })
    // A meeting that has already lost its seat is not displaced again.
    expect(await desk.falls({ params: { id: fair.id }, body: { tables: 0 } })).toMatchObject({ total: 0, mark: null })
    expect((await day()).meetings.find(({ _id }) => _id === id)).toMatchObject({ changed: 'place' })
    expect((await day()).closedTables).toEqual([2])
    await place(id, 0, 1)
    expect((await day()).meetings.find(({ _id }) => _id === id)).toMatchObject({ changed: null })
    expect(await refused(place(id, 0, 2))).toMatch(/^409 slot/)
    await api.services.database.delete(matchings).where(eq(matchings.id, id))
  })
})
