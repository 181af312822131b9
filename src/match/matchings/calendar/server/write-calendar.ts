import ical, { ICalAlarmType, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Locale } from '#kit/contract.ts'
import { textIn } from '#kit/i18n.ts'
import { m } from '#messages/messages.js'
import { reminderWindows, type Side } from '../../rules.ts'
import type { FoundMatching } from '../../server/find-matchings.ts'
import { otherCompanyName, placeText } from '../../server/format-meeting.ts'
import type { EventTime } from '../../table.ts'

/** Alarm times in seconds before a meeting. */
const alarmOffsets = Object.values(reminderWindows).map(({ from }) => from / 1000)

const prodId = { company: 'Daecheong', product: 'Match' }

interface Invitation {
  found: FoundMatching
  side: Side
  locale: Locale
  now: Date
  /** The confirmed or the cancelled time. */
  time: EventTime
  isCancelled: boolean
  page: string
  /** Sender of the mail; null if the settings name none. */
  organizer: { name: string; email: string } | null
  /** Required: calendars accept no invitation without an attendee (RFC 5546, 3.2.2). */
  attendee: { name: string; email: string }
}

/**
 * Returns a meeting as an invitation (RFC 5546). The id never changes and the sequence grows, so that calendars update
 * or remove the same event. Times are in UTC; calendars convert them to local time.
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
    for (const trigger of alarmOffsets)
      event.createAlarm({
        type: ICalAlarmType.display,
        trigger,
        description: m.matchings_calendar_summary({ company: otherCompanyName(found, side, locale) }, { locale }),
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

/** Returns the meetings of an account as a calendar feed; the events have the ids of their invitations. */
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
    summary: m.matchings_calendar_summary({ company: otherCompanyName(found, side, locale) }, options),
    description: `${textIn(locale, fair.title)}\n${page}`,
    location: placeText(found, time, locale),
    url: page || null,
  }
}
