import ical, { ICalAlarmType, ICalEventTransparency } from 'ical-generator'
import { m } from '#messages/messages.js'
import { getWorkList } from '../public/work-titles.ts'
import type { PeriodQuestion } from '../rules.ts'
import { calculatePeriods } from '../rules.ts'

/** Days before a last day on which the calendar reminds of it. */
const reminderDays = [180, 30]

const daySeconds = 24 * 3600

interface CalendarFacts extends PeriodQuestion {
  today: string
  now: Date
  /** Name of the firm. */
  name: string
  /** URL of the page with the same answer. */
  page: string
}

/**
 * Returns the last days of running periods as a calendar (RFC 5545): one all-day event each, with reminders. All-day
 * events have no time zone, so they show on the same day everywhere. Stable UIDs make a second import update the
 * events.
 */
export const buildCalendar = ({ since, part, today, now, name, page }: CalendarFacts): string => {
  const calendar = ical({ name: m.periods_calendar(), prodId: { company: name, product: 'periods' } })
  for (const { years, lastDay, daysLeft } of calculatePeriods(since, today)) {
    if (daysLeft < 0) continue
    const event = calendar.createEvent({
      id: `${part}-${since}-${years}@periods`,
      start: new Date(`${lastDay}T00:00:00Z`),
      allDay: true,
      stamp: now,
      summary: m.periods_event({ years }),
      description: `${getWorkList(years)}\n${m.periods_note()}\n${page}`,
      url: page,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
    for (const days of reminderDays)
      if (days < daysLeft)
        event.createAlarm({
          type: ICalAlarmType.display,
          trigger: days * daySeconds,
          description: m.periods_event({ years }),
        })
  }
  return calendar.toString()
}
