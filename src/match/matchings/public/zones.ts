import { languageTag } from '#kit/i18n.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { cityOf } from './cities.ts'

export const seoul = 'Asia/Seoul'

const format = (instant: string, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(languageTag[getLocale()], { timeZone, ...options }).format(new Date(instant))

/** `14:30`. */
export const clock = (instant: string, timeZone: string): string =>
  format(instant, timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** `3월 10일 수`. */
export const day = (instant: string, timeZone: string): string =>
  format(instant, timeZone, { month: 'long', day: 'numeric', weekday: 'short' })

/** `수 09:30`, for a button whose day is beside it. */
export const weekdayClock = (instant: string, timeZone: string): string =>
  `${format(instant, timeZone, { weekday: 'short' })} ${clock(instant, timeZone)}`

/** `3. 10. (수)`, for the head of a column. */
export const shortDay = (instant: string, timeZone: string): string =>
  format(instant, timeZone, { month: 'numeric', day: 'numeric', weekday: 'short' })

/** `2027-03-10`: for grouping. */
export const dayKey = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(instant))

/**
 * The clocks of a zone at instants that are one time of day in Seoul, each once: two where clocks change there between
 * the days. With a word where the day is not Seoul's.
 */
export const clocksOf = (instants: readonly string[], timeZone: string): string[] => {
  const texts = instants.map((instant) => {
    const [own, ours] = [dayKey(instant, timeZone), dayKey(instant, seoul)]
    const shift = own < ours ? ` ${m.matchings_day_before()}` : own > ours ? ` ${m.matchings_day_after()}` : ''
    return clock(instant, timeZone) + shift
  })
  return [...new Set(texts)]
}

/** The city of a zone. */
export const city = (timeZone: string): string => cityOf(timeZone, getLocale())

/** `3월 10일 수 09:30–10:00`, with Seoul's clock beside it where that is another. */
export const spanText = ({ startAt, endAt }: { startAt: string; endAt: string }, timeZone: string): string => {
  const own = `${day(startAt, timeZone)} ${clock(startAt, timeZone)}–${clock(endAt, timeZone)}`
  return timeZone === seoul ? own : `${own} · ${city(seoul)} ${clock(startAt, seoul)}`
}
