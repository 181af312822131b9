// @module-tag deep
import { text as textOf } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { outbox } from '#people/messages/table.ts'
import { buildParty, type Party } from '#test/match/build-fair-company.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { matchings as contract } from '../../contract.ts'
import { readFeed } from './serve-feed.ts'

// Calendar files are read back with a parser that is independent of the library that writes them.

const api = prepareTestApi()

interface ParsedInvitation {
  method: string
  uid: string
  sequence: number
  status: string
  start: Date
  end: Date
  location: string
  summary: string
  attendees: string[]
  /** Seconds before the start. */
  alarms: number[]
  /** Names of properties with a time zone; expected to be empty, because all times are in UTC. */
  zoned: string[]
}

/** Parses every event of a calendar (RFC 5545) with `ical.js`. */
const read = (text: string): ParsedInvitation[] => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      method: String(calendar.getFirstPropertyValue('method')),
      uid: event.uid,
      sequence: event.sequence,
      status: String(component.getFirstPropertyValue('status')),
      start: event.startDate.toJSDate(),
      end: event.endDate.toJSDate(),
      location: event.location ?? '',
      summary: event.summary,
      attendees: event.attendees.map((attendee) => String(attendee.getFirstValue()).toLowerCase()),
      alarms: component
        .getAllSubcomponents('valarm')
        .map((alarm) => -Number((alarm.getFirstPropertyValue('trigger') as ICAL.Duration).toSeconds())),
      zoned: component.getAllProperties().flatMap((property) => (property.getParameter('tzid') ? [property.name] : [])),
    }
  })
}

const createParty = (role: 'seller' | 'buyer', fairId: string, timeZone: string) =>
  buildParty(api, { role, fairId, profile: { timeZone } })

/** Returns the invitations mailed to a party, in order. */
const invitationsTo = async ({ email }: Party): Promise<ParsedInvitation[]> => {
  const rows = await api.services.database
    .select({ attachments: outbox.attachments })
    .from(outbox)
    .where(eq(outbox.recipient, email))
    .orderBy(outbox.createdAt)
  const found: ParsedInvitation[] = []
  for (const { key, mime } of rows.flatMap(({ attachments }) => attachments)) {
    const stream = await api.services.files.read(key)
    const [event, ...more] = stream ? read(await textOf(stream)) : []
    if (!event || more.length > 0) throw new Error('Expected one event')
    // The content type of the mail repeats the method (RFC 6047, 2.4).
    expect(mime).toContain(`method=${event.method}`)
    found.push(event)
  }
  return found
}

const feedOf = async ({ client }: Party): Promise<ParsedInvitation[]> => {
  const { calendar } = await client.calendar()
  const { address } = calendar.address ? calendar : (await client.renewCalendar()).calendar
  const token = new URL(address ?? '', 'https://match.example').searchParams.get('token') ?? ''
  return read((await readFeed(api.context, token)) ?? '')
}

/** Formats an instant as local date and time in a time zone. */
const wall = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  }).format(at)

/** Converts a day and a time in Seoul to an ISO instant. */
const at = (day: string, time: string) => new Date(`${day}T${time}:00+09:00`).toISOString()

/** Creates a fair with a session from 10:00 to 12:00 in Seoul on each of the given days. */
const fairOf = async (...days: string[]) => {
  const [first = '', last = first] = [days[0], days.at(-1)]
  const fair = await buildFair(api.context, {
    startsAt: at(first, '10:00'),
    endsAt: at(last, '12:00'),
    sessions: days.map((day) => ({ startAt: at(day, '10:00'), endAt: at(day, '12:00') })),
    changeHours: 0,
  })
  return { fair, slots: await listOpenSlots(api.context, fair.id) }
}

const meet = async (buyer: Party, seller: Party, fair: string, slots: readonly { id: string }[], index: number) => {
  const times = slots.map(({ id }) => ({ slot: id, way: 'online' as const }))
  await buyer.client.setTimes({ params: { fair }, body: { times } })
  const { matching } = await buyer.client.request({ body: { fair, seller: seller.profile.id } })
  const params = { id: matching._id }
  await seller.client.offer({ params, body: { slots: [slots[index]?.id ?? ''] } })
  await buyer.client.confirm({ params, body: { slot: slots[index]?.id ?? '' } })
  return params
}

describe('an invitation', () => {
  it('updates and cancels the same event for both sides: one id, growing sequence', async () => {
    const { fair, slots } = await fairOf('2027-05-04')
    const [seller, buyer] = [
      await createParty('seller', fair.id, 'Asia/Seoul'),
      await createParty('buyer', fair.id, 'Asia/Shanghai'),
    ]
    const params = await meet(buyer, seller, fair.id, slots, 0)
    const desk = api.client(contract, await api.actor(['console', 'console:fairs']))
    const reason = '자리 조정'
    await desk.moveFor({ params, body: { slot: slots[2]?.id ?? '', reason } })
    await buyer.client.move({ params, body: { reason } })
    await seller.client.offer({ params, body: { slots: [slots[3]?.id ?? ''] } })
    await buyer.client.confirm({ params, body: { slot: slots[3]?.id ?? '' } })
    await seller.client.cancel({ params, body: { reason } })

    for (const one of [seller, buyer]) {
      const sent = await invitationsTo(one)
      expect(sent.map(({ method, status }) => [method, status])).toEqual([
        ['REQUEST', 'CONFIRMED'],
        ['REQUEST', 'CONFIRMED'],
        ['CANCEL', 'CANCELLED'],
        ['REQUEST', 'CONFIRMED'],
        ['CANCEL', 'CANCELLED'],
      ])
      expect(new Set(sent.map(({ uid }) => uid))).toEqual(new Set([`${params.id}@match`]))
      const versions = sent.map(({ sequence }) => sequence)
      expect(versions).toEqual([1, 2, 3, 4, 5])
      // A cancellation carries the time that was agreed last.
      expect(sent.map(({ start }) => wall(start, 'Asia/Seoul').slice(-5))).toEqual([
        '10:00',
        '11:00',
        '11:00',
        '11:30',
        '11:30',
      ])
      for (const { attendees, start, end, zoned } of sent) {
        expect(attendees).toEqual([`mailto:${one.email}`])
        expect(end.getTime() - start.getTime()).toBe(30 * 60_000)
        expect(zoned).toEqual([])
      }
      expect(sent.map(({ alarms }) => alarms)).toEqual([[86_400, 600], [86_400, 600], [], [86_400, 600], []])
      expect(await feedOf(one)).toEqual([])
    }
  })

  // 10:00 in Seoul before and after daylight saving time begins: 14 March in America, 28 March in Europe, never in
  // Asia.
  it.each([
    ['Asia/Seoul', '서울', ['2027-03-12, 10:00', '2027-03-15, 10:00', '2027-03-26, 10:00', '2027-03-29, 10:00']],
    [
      'America/Los_Angeles',
      '로스앤젤레스',
      ['2027-03-11, 17:00', '2027-03-14, 18:00', '2027-03-25, 18:00', '2027-03-28, 18:00'],
    ],
    ['Europe/London', '런던', ['2027-03-12, 01:00', '2027-03-15, 01:00', '2027-03-26, 01:00', '2027-03-29, 02:00']],
    ['Asia/Shanghai', '상하이', ['2027-03-12, 09:00', '2027-03-15, 09:00', '2027-03-26, 09:00', '2027-03-29, 09:00']],
  ])(
    'shows the right hour in %s before and after daylight saving time begins, also in the feed',
    async (zone, city, expected) => {
      const days = ['2027-03-12', '2027-03-15', '2027-03-26', '2027-03-29']
      const { fair, slots } = await fairOf(...days)
      const buyer = await createParty('buyer', fair.id, zone)
      for (const day of days) {
        const seller = await createParty('seller', fair.id, 'Asia/Seoul')
        const index = slots.findIndex(({ startsAt }) => startsAt.getTime() === Date.parse(at(day, '10:00')))
        await meet(buyer, seller, fair.id, slots, index)
      }
      const shown = (events: ParsedInvitation[]) => events.map(({ start }) => wall(start, zone)).toSorted()
      expect(shown(await invitationsTo(buyer))).toEqual(expected)
      const feed = await feedOf(buyer)
      expect(shown(feed)).toEqual(expected)
      expect(new Set(feed.map(({ method }) => method))).toEqual(new Set(['PUBLISH']))
      // The mail shows the same times with the name of the city.
      const rows = await api.services.database.select().from(outbox).where(eq(outbox.recipient, buyer.email))
      const confirmed = rows
        .filter(({ subject }) => subject.includes('상담 확정'))
        .map(({ text }) => text)
        .join()
      for (const clock of expected.map((one) => one.slice(-5))) expect(confirmed).toContain(`${clock} (${city})`)
    },
  )
})

describe('the calendar feed', () => {
  it('lists a meeting with the id and sequence of its invitation, moves it and removes it', async () => {
    const { fair, slots } = await fairOf('2027-06-01')
    const [seller, buyer] = [
      await createParty('seller', fair.id, 'Asia/Seoul'),
      await createParty('buyer', fair.id, 'Europe/London'),
    ]
    const params = await meet(buyer, seller, fair.id, slots, 0)
    const [before] = await feedOf(buyer)
    expect(before).toMatchObject({ uid: `${params.id}@match`, sequence: 1, status: 'CONFIRMED', location: '온라인' })
    const desk = api.client(contract, await api.actor(['console', 'console:fairs']))
    await desk.moveFor({ params, body: { slot: slots[1]?.id ?? '', reason: '자리 조정' } })
    const [after, ...more] = await feedOf(buyer)
    expect(more).toEqual([])
    expect(after).toMatchObject({ uid: before?.uid, sequence: 2 })
    expect(wall(after?.start ?? new Date(0), 'Europe/London')).toBe('2027-06-01, 02:30')
    await buyer.client.cancel({ params, body: { reason: '일정 변경' } })
    expect(await feedOf(buyer)).toEqual([])
    expect(await feedOf(seller)).toEqual([])
  })
})
