import ical, { ICalAlarmType, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Locale } from '#kit/contract.ts'
import { textIn } from '#kit/i18n.ts'
import { m } from '#messages/messages.js'
import { reminders, type Side } from './rules.ts'
import type { FoundMatching } from './service.ts'
import type { EventTime } from './table.ts'

/** Seconds before a meeting at which calendars remind of it. */
const alarms = Object.values(reminders).map(({ from }) => from / 1000)

const prodId = { company: 'Daecheong', product: 'Match' }

interface Invitation {
  found: FoundMatching
  side: Side
  locale: Locale
  now: Date
  /** The meeting, or the one that is cancelled. */
  time: EventTime
  isCancelled: boolean
  page: string
  /** Who invites: the sender of the mail, where the settings name one. */
  organizer: { name: string; email: string } | null
  /** Who is invited: a calendar takes no invitation (RFC 5546, 3.2.2) without. */
  attendee: { name: string; email: string }
}

/** Where a meeting is: online, or at a table of the fair's hall. */
export const placeText = (
  { matching, fair }: FoundMatching,
  { way }: Pick<EventTime, 'way'>,
  locale: Locale,
): string =>
  way === 'online'
    ? m.matchings_calendar_online({}, { locale })
    : m.matchings_calendar_table({ venue: textIn(locale, fair.venue), number: matching.place ?? 0 }, { locale })

/** Name of the other company, in a language. */
export const otherName = ({ seller, buyer, sellerCompany, buyerCompany }: FoundMatching, side: Side, locale: Locale) =>
  side === 'seller'
    ? textIn(locale, { ...buyer.names, ko: buyerCompany.name })
    : textIn(locale, { ...seller.names, ko: sellerCompany.name })

/**
 * A meeting as an invitation (RFC 5546): the same id always and a growing sequence, so that calendars change the event
 * in place, or take it out. Times are in UTC; a calendar shows them where it is.
 */
export const invitationOf = ({
  found,
  side,
  locale,
  now,
  time,
  isCancelled,
  page,
  organizer,
  attendee,
}: Invitation): string => {
  const calendar = ical({ method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST, prodId })
  const event = calendar.createEvent({
    ...eventOf({ found, side, locale, now, time, page }),
    ...(isCancelled && { status: ICalEventStatus.CANCELLED, location: '' }),
    organizer: organizer ?? { name: 'Daecheong Match', email: 'match@daecheong.example' },
    attendees: [{ ...attendee, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
  })
  if (!isCancelled)
    for (const trigger of alarms)
      event.createAlarm({
        type: ICalAlarmType.display,
        trigger,
        description: m.matchings_calendar_summary({ company: otherName(found, side, locale) }, { locale }),
      })
  return calendar.toString()
}

interface Feed {
  found: readonly FoundMatching[]
  userId: string
  locale: Locale
  now: Date
  pageOf(id: string): string
}

/** Meetings of one account as a calendar that others follow: the events have the ids of their invitations. */
export const feedOf = ({ found, userId, locale, now, pageOf }: Feed): string => {
  const calendar = ical({
    method: ICalCalendarMethod.PUBLISH,
    prodId,
    name: m.matchings_feed_name({}, { locale }),
    ttl: 3600,
  })
  for (const one of found) {
    const { id, startsAt, endsAt, way } = one.matching
    if (!startsAt || !endsAt || !way) continue
    const side = one.seller.userId === userId ? 'seller' : 'buyer'
    const time = { startAt: startsAt.toISOString(), endAt: endsAt.toISOString(), way }
    calendar.createEvent(eventOf({ found: one, side, locale, now, time, page: pageOf(id) }))
  }
  return calendar.toString()
}

const eventOf = ({
  found,
  side,
  locale,
  now,
  time,
  page,
}: Pick<Invitation, 'found' | 'side' | 'locale' | 'now' | 'time' | 'page'>) => {
  const { matching, fair } = found
  const options = { locale }
  return {
    id: `${matching.id}@match`,
    sequence: matching.sequence,
    stamp: now,
    start: new Date(time.startAt),
    end: new Date(time.endAt),
    status: ICalEventStatus.CONFIRMED,
    summary: m.matchings_calendar_summary({ company: otherName(found, side, locale) }, options),
    description: `${textIn(locale, fair.title)}\n${page}`,
    location: placeText(found, time, locale),
    url: page || null,
  }
}
