// @module-tag deep
import { text as textOf } from 'node:stream/consumers'
import { asc, eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CallRefused } from '#kit/client.ts'
import { fairs } from '#match/fairs/contract.ts'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { fairs as fairRows } from '#match/fairs/table.ts'
import { participants } from '#match/participants/contract.ts'
import { participations } from '#match/participants/table.ts'
import { outbox } from '#people/messages/table.ts'
import { buildParty, type Party } from '#test/match/build-fair-company.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { readFeed } from '../../calendar/server/serve-feed.ts'
import { matchings as contract } from '../../contract.ts'
import { buildTimes } from '../../factory.ts'
import { board } from '../../schedule-board/contract.ts'
import { fairNotices, matchings } from '../../table.ts'
import { recordFairNotices, sendFairNotices } from './notify-participants.ts'
import { processFairChange } from './process-fair-change.ts'

const api = prepareTestApi()

const deskOf = async () =>
  api.client(
    { ...contract, ...board, fair: fairs.get, update: fairs.update },
    await api.actor(['console', 'console:fairs']),
  )

let desk: Awaited<ReturnType<typeof deskOf>>
let fair: Awaited<ReturnType<typeof buildFair>>
let slots: string[]
let seller: Party
let buyer: Party
let applicant: Party
let refused: Party
let id: string

beforeEach(async () => {
  desk = await deskOf()
  fair = await buildFair(api.context, { inHours: 72, tables: 2 })
  slots = (await listOpenSlots(api.context, fair.id)).map((slot) => slot.id)
  seller = await buildParty(api, { role: 'seller', fairId: fair.id })
  buyer = await buildParty(api, { role: 'buyer', fairId: fair.id, account: { locale: 'en' } })
  applicant = await buildParty(api, { role: 'buyer', fairId: fair.id, state: 'submitted', account: { locale: 'cn' } })
  refused = await buildParty(api, { role: 'seller', fairId: fair.id })
  await api.services.database
    .update(participations)
    .set({ state: 'refused', reason: '품목이 다릅니다' })
    .where(eq(participations.profileId, refused.profileId))
  await buildTimes(api.context, { fairId: fair.id, buyerId: buyer.profileId, way: 'offline' })
  const request = await buyer.client.request({ body: { fair: fair.id, seller: seller.profileId } })
  id = request.matching._id
  await seller.client.offer({ params: { id }, body: { slots: slots.slice(0, 1) } })
  await buyer.client.confirm({ params: { id }, body: { slot: slots[0] ?? '' } })
})

const change = async (body: Partial<Parameters<typeof desk.update>[0]['body']>) => {
  const { fair: current } = await desk.fair({ params: { id: fair.id } })
  return desk.update({ params: { id: fair.id }, body: { ...body, updatedAt: current.updatedAt } })
}
const mailsTo = (party: Party) =>
  api.services.database
    .select({ subject: outbox.subject, html: outbox.html, attachments: outbox.attachments })
    .from(outbox)
    .where(eq(outbox.recipient, party.email))
    .orderBy(asc(outbox.createdAt), asc(outbox.id))
const subjectsTo = async (party: Party, after = 0) => (await mailsTo(party)).slice(after).map(({ subject }) => subject)

/** Returns method, id and sequence of each invitation mailed to a party, in order. */
const calendarOf = async (party: Party) => {
  const files = (await mailsTo(party)).flatMap(({ attachments }) => attachments)
  return Promise.all(
    files.map(async ({ key }) => {
      const stream = await api.services.files.read(key)
      const calendar = new ICAL.Component(ICAL.parse(stream ? await textOf(stream) : ''))
      const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
      return [calendar.getFirstPropertyValue('method'), event.uid, event.sequence]
    }),
  )
}

/** Returns the sequence of each event in a party's calendar feed. */
const feedOf = async ({ client }: Party) => {
  const { calendar } = await client.renewCalendar()
  const token = new URL(calendar.address ?? '', 'https://match.example').searchParams.get('token') ?? ''
  const feed = new ICAL.Component(ICAL.parse((await readFeed(api.context, token)) ?? ''))
  return feed.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event).sequence)
}

describe('a fair that returns to draft', () => {
  it('counts recipients beforehand and notifies each participant once, in its language', async () => {
    const notices = await desk.setBack({ params: { id: fair.id }, body: { phase: 'draft' } })
    expect(notices).toEqual({ kind: 'withdrawn', participants: 3, meetings: 1 })
    const before = await Promise.all(
      [seller, buyer, applicant, refused].map(async (party) => (await mailsTo(party)).length),
    )
    await change({ phase: 'draft' })
    await processFairChange(api.context, fair.id)
    await processFairChange(api.context, fair.id)
    const since = (party: Party, index: number) => subjectsTo(party, before[index])
    expect(await since(seller, 0)).toEqual([expect.stringContaining('상담 보류'), expect.stringContaining('행사 보류')])
    expect(await since(buyer, 1)).toEqual([
      expect.stringContaining('Your meeting is on hold'),
      expect.stringContaining('The fair is on hold'),
    ])
    expect(await since(applicant, 2)).toEqual([expect.stringContaining('展会暂缓')])
    expect(await since(refused, 3)).toEqual([])
    const { matching } = await buyer.client.open({ params: { id } })
    expect(matching.events.at(-1)).toMatchObject({ action: 'suspend', side: 'operator', times: [{ way: 'offline' }] })
    const { fairs: own } = await api.client(participants, applicant.actor).myFairs()
    expect(own[0]).toMatchObject({ state: 'submitted', fair: { phase: 'draft' } })
    expect(await api.services.database.$count(fairNotices)).toBe(0)
  })

  it('removes its meetings from calendars and restores them with a higher sequence', async () => {
    await change({ phase: 'draft' })
    await processFairChange(api.context, fair.id)
    const notices = await desk.setBack({ params: { id: fair.id }, body: { phase: 'ongoing' } })
    expect(notices).toEqual({ kind: 'returned', participants: 3, meetings: 1 })
    await change({ phase: 'ongoing' })
    await processFairChange(api.context, fair.id)
    for (const party of [seller, buyer])
      expect(await calendarOf(party)).toEqual([
        ['REQUEST', `${id}@match`, 1],
        ['CANCEL', `${id}@match`, 2],
        ['REQUEST', `${id}@match`, 3],
      ])
    expect((await subjectsTo(seller)).slice(-2)).toEqual([
      expect.stringContaining('상담 재개'),
      expect.stringContaining('행사 재개'),
    ])
    // The meeting is active again, so another withdrawal would affect it again.
    expect(await desk.setBack({ params: { id: fair.id }, body: { phase: 'draft' } })).toMatchObject({ meetings: 1 })
  })

  it('does not announce an unreleased meeting', async () => {
    await desk.hold({ params: { id: fair.id } })
    const { matching } = await desk.get({ params: { id } })
    await desk.place({ params: { id }, body: { slot: slots[1] ?? '', updatedAt: matching.updatedAt } })
    expect(await desk.setBack({ params: { id: fair.id }, body: { phase: 'draft' } })).toMatchObject({ meetings: 0 })
    await change({ phase: 'draft' })
    await processFairChange(api.context, fair.id)
    expect(await calendarOf(buyer)).toHaveLength(1)
  })

  it('sends no mail to a participant who withdraws before the notice is sent', async () => {
    await change({ phase: 'draft' })
    const { fairs: own } = await api.client(participants, applicant.actor).myFairs()
    await api.client(participants, applicant.actor).leave({ params: { id: own[0]?._id ?? '' } })
    await processFairChange(api.context, fair.id)
    expect(await subjectsTo(applicant)).toEqual([])
  })
})

describe('a fair whose dates move', () => {
  it('announces old and new dates, and removes displaced meetings from calendars', async () => {
    const { fair: current } = await desk.fair({ params: { id: fair.id } })
    const later = (at: string) => new Date(Date.parse(at) + 7 * 86_400_000).toISOString()
    const dates = { startsAt: later(current.startsAt), endsAt: later(current.endsAt) }
    const notices = await desk.setBack({ params: { id: fair.id }, body: dates })
    expect(notices).toEqual({ kind: 'moved', participants: 3, meetings: 0 })
    const sessions = current.sessions.map(({ startAt, endAt }) => ({ startAt: later(startAt), endAt: later(endAt) }))
    const preview = await desk.falls({ params: { id: fair.id }, body: { sessions } })
    await change({ ...dates, sessions, falls: preview.mark ?? '', tell: true })
    await processFairChange(api.context, fair.id)
    expect((await subjectsTo(seller)).slice(-2)).toEqual([
      expect.stringContaining('상담 조건 변경'),
      expect.stringContaining('행사 기간 변경'),
    ])
    expect((await mailsTo(seller)).at(-1)?.html).toContain('→')
    expect(await calendarOf(seller)).toEqual([
      ['REQUEST', `${id}@match`, 1],
      ['CANCEL', `${id}@match`, 2],
    ])
    expect(await feedOf(seller)).toEqual([])
    // With a new time, the same event returns to the calendars.
    const open = (await listOpenSlots(api.context, fair.id)).find(
      ({ startsAt }) => startsAt.toISOString() >= dates.startsAt,
    )
    const times = { fairId: fair.id, buyerId: buyer.profileId, way: 'offline' as const, slots: [open?.id ?? ''] }
    await buildTimes(api.context, times)
    const { matching } = await desk.get({ params: { id } })
    await desk.place({ params: { id }, body: { slot: open?.id ?? '', updatedAt: matching.updatedAt } })
    expect((await calendarOf(seller)).at(-1)).toEqual(['REQUEST', `${id}@match`, 3])
    expect(await feedOf(seller)).toEqual([3])
  })
})

describe('other changes of a fair', () => {
  it('are announced only if they stop what was going on', async () => {
    const kindOf = async (body: Parameters<typeof desk.setBack>[0]['body']) =>
      (await desk.setBack({ params: { id: fair.id }, body })).kind
    expect(await kindOf({ phase: 'expired' })).toBe('closed')
    expect(await kindOf({ phase: 'recruiting' })).toBe('paused')
    expect(await kindOf({ phase: 'applying' })).toBeNull()
    expect(await kindOf({})).toBeNull()
    const count = (await mailsTo(seller)).length
    await change({ venue: { ko: '다른 전시장' }, phase: 'applying' })
    await processFairChange(api.context, fair.id)
    expect(await subjectsTo(seller, count)).toEqual([])
    await change({ phase: 'expired' })
    await processFairChange(api.context, fair.id)
    expect(await subjectsTo(seller, count)).toEqual([expect.stringContaining('조기 종료')])
  })

  it('are counted only for staff and existing fairs', async () => {
    const call = { params: { id: fair.id }, body: { phase: 'draft' as const } }
    const refusal = (call: Promise<unknown>) =>
      call.then(
        () => 200,
        (error: CallRefused) => error.status,
      )
    expect(await refusal(api.client(board, seller.actor).setBack(call))).toBe(403)
    const none = { ...call, params: { id: '00000000-0000-0000-0000-000000000000' } }
    expect(await refusal(desk.setBack(none))).toBe(404)
    expect(await refusal(desk.setBack({ ...call, body: { phase: 'gone' as 'draft' } }))).toBe(400)
  })
})

describe('concurrent senders of notices', () => {
  const countNotices = async (notify: () => Promise<unknown>) => {
    await Promise.all(Array.from({ length: 16 }, notify))
    return (await subjectsTo(applicant)).length
  }

  it('notify each participant once', async () => {
    await change({ phase: 'draft' })
    expect(await countNotices(() => sendFairNotices(api.context, fair.id))).toBe(1)
    expect(await countNotices(() => processFairChange(api.context, fair.id))).toBe(1)
    expect(await calendarOf(buyer)).toHaveLength(2)
  })

  it('notify participants many times when reading before deleting (control)', async () => {
    await change({ phase: 'draft' })
    const naive = async () => {
      const rows = await api.services.database.select().from(fairNotices)
      for (const row of rows) {
        await api.services.database.transaction(async () => notifyNaively(row.participationId))
        await api.services.database.delete(fairNotices).where(eq(fairNotices.number, row.number))
      }
    }
    let written = 0
    const notifyNaively = async (_participation: string) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      written += 1
    }
    await countNotices(naive)
    expect(written).toBeGreaterThan(3)
  })

  it('send nothing for a change that was rolled back', async () => {
    const [before] = await api.services.database.select().from(fairRows).where(eq(fairRows.id, fair.id))
    if (!before) throw new Error('The fair does not exist')
    const failed = api.context.transaction(async (within) => {
      await recordFairNotices(within, before, { ...before, phase: 'draft' })
      throw new Error('The disk is full')
    })
    await expect(failed).rejects.toThrow('The disk is full')
    await processFairChange(api.context, fair.id)
    expect(await subjectsTo(applicant)).toEqual([])
    expect(await api.services.database.$count(matchings, eq(matchings.id, id))).toBe(1)
  })
})

it('deletes a fair once it is a draft again and its notices are sent', async () => {
  const remove = api.client({ remove: fairs.remove }, await api.actor(['console', 'console:fairs']))
  const removed = () => remove.remove({ params: { id: fair.id } })
  const refusal = { status: 409, refusal: { code: 'in_use', fields: { phase: expect.any(String) } } }
  await buyer.client.cancel({ params: { id }, body: { reason: '출장' } })
  await expect(removed()).rejects.toMatchObject(refusal)
  await change({ phase: 'draft' })
  // The pending notices would be deleted with the fair, so the deletion is refused.
  await expect(removed()).rejects.toMatchObject(refusal)
  await processFairChange(api.context, fair.id)
  const before = (await mailsTo(seller)).length
  await removed()
  await expect(desk.fair({ params: { id: fair.id } })).rejects.toMatchObject({ status: 404 })
  expect(before).toBeGreaterThan(0)
  expect((await mailsTo(seller)).length).toBe(before)
})
