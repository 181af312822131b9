import { formatShortDate, type Moment } from '#content/site/site-shell/format-dates.ts'
import { toSeoulDate } from '#kit/time/seoul-day.ts'
import { m } from '#messages/messages.js'

/** Formats the time in Seoul with milliseconds: 15:20:31.209. */
export const formatExactClock = (moment: Moment): string => toSeoulDate(moment).toISOString().slice(11, 23)

/** Formats date and time: 11.21 19:52:30.618; without the date on the day of `now`. */
export const formatReceived = (moment: Moment, now: Moment): string =>
  isSameDay(moment, now)
    ? m.auction_today({ time: formatExactClock(moment) })
    : m.auction_moment({ day: formatShortDate(moment), time: formatExactClock(moment) })

export const isSameDay = (one: Moment, other: Moment): boolean =>
  toSeoulDate(one).toISOString().slice(0, 10) === toSeoulDate(other).toISOString().slice(0, 10)

/** Formats the time left, rounded up to whole seconds and never negative: 02:12; 1:02:12; 3일 2시간. */
export const formatTimeLeft = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3600)]
  if (days > 0) return m.auction_left_days({ days, hours })
  const padTwo = (count: number) => String(count).padStart(2, '0')
  const rest = `${padTwo(Math.floor((seconds % 3600) / 60))}:${padTwo(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}
