import ical, { ICalAlarmType, ICalEventTransparency } from 'ical-generator'
import { m } from '#messages/messages.js'
import { workOf } from './public/works.ts'
import type { PeriodQuestion } from './rules.ts'
import { periodsSince } from './rules.ts'

/** Days ahead of a last day on which a calendar reminds of it. */
const remindedDays = [180, 30]

const daySeconds = 24 * 3600

interface CalendarFacts extends PeriodQuestion {
  today: string
  now: Date
  /** Name of the firm. */
  name: string
  /** Address of the page that shows the same. */
  page: string
}

/**
 * The last days of the periods that still run, as a calendar (RFC 5545): one event of a whole day each, with reminders.
 * Whole days have no time zone: a calendar shows them on that day wherever it is. The ids repeat, so that importing it
 * again changes the events there are.
 */
export const periodCalendar = ({ since, part, today, now, name, page }: CalendarFacts): string => {
  const calendar = ical({ name: m.periods_calendar(), prodId: { company: name, product: 'periods' } })
  for (const { years, lastDay, daysLeft } of periodsSince(since, today)) {
    if (daysLeft < 0) continue
    const event = calendar.createEvent({
      id: `${part}-${since}-${years}@periods`,
      start: new Date(`${lastDay}T00:00:00Z`),
      allDay: true,
      stamp: now,
      summary: m.periods_event({ years }),
      description: `${workOf(years)}\n${m.periods_note()}\n${page}`,
      url: page,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
    for (const days of remindedDays)
      if (days < daysLeft)
        event.createAlarm({
          type: ICalAlarmType.display,
          trigger: days * daySeconds,
          description: m.periods_event({ years }),
        })
  }
  return calendar.toString()
}
