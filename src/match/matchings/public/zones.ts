import { languageTag } from '#kit/i18n.ts'
import { regionTag } from '#kit/locale.ts'
import { getLocale } from '#messages/runtime.js'
import { cityOf } from './cities.ts'

export const seoul = 'Asia/Seoul'

/** Made once each: a grid asks for hundreds of clocks, and making a format takes longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (language: string, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${language} ${timeZone} ${Object.entries(options).join()}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(language, { timeZone, ...options })
  formats.set(key, known)
  return known
}

const format = (instant: string, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  formatOf(languageTag[getLocale()], timeZone, options).format(new Date(instant))

/** `14:30`. */
export const clock = (instant: string, timeZone: string): string =>
  format(instant, timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** `3월 10일 수`. */
export const day = (instant: string, timeZone: string): string =>
  format(instant, timeZone, { month: 'long', day: 'numeric', weekday: 'short' })

/** `수 09:30`, for a button whose day is beside it. */
export const weekdayClock = (instant: string, timeZone: string): string =>
  `${format(instant, timeZone, { weekday: 'short' })} ${clock(instant, timeZone)}`

/** The same, as short as the head of a column is wide. */
export const shortDay = (instant: string, timeZone: string): string =>
  format(instant, timeZone, { month: 'short', day: 'numeric', weekday: 'short' })

/** `10일 (수)`, where the month is beside it. */
export const weekdayDay = (instant: string, timeZone: string): string =>
  format(instant, timeZone, { day: 'numeric', weekday: 'short' })

/** `3. 10. (수)`, of a day that is no moment: as short as a tab is wide, in the order of the console's dates. */
export const tabDay = (date: string): string =>
  formatOf(regionTag[getLocale()], 'UTC', { weekday: 'short', day: 'numeric', month: 'numeric' }).format(new Date(date))

/** `2027년 3월 10일`, of a day that is no moment. */
export const dateText = (date: string): string =>
  format(`${date}T00:00:00Z`, 'UTC', { year: 'numeric', month: 'long', day: 'numeric' })

/** `2027-03-10`: for grouping. */
export const dayKey = (instant: string, timeZone: string): string =>
  formatOf('en-CA', timeZone, {}).format(new Date(instant))

/**
 * The clocks of a zone at instants that are one time of day in Seoul, each once: two where clocks change there between
 * the days. `first` is the beginning of the day's column: `+1` where the date is a new one by then.
 */
export const clocksOf = (instants: readonly { at: string; first: string }[], timeZone: string): string[] => {
  const texts = instants.map(({ at, first }) => {
    const isNext = dayKey(at, timeZone) > dayKey(first, timeZone)
    return clock(at, timeZone) + (isNext ? ' +1' : '')
  })
  // On some days of the row only: their heads say which.
  return [...new Set(texts)].filter((text) => !text.endsWith(' +1') || !texts.includes(text.slice(0, -3)))
}

/** The city of a zone. */
export const city = (timeZone: string): string => cityOf(timeZone, getLocale())

/** `서울 14:30` beside a time of another zone, with the weekday where it is another date there: `서울 목 00:30`. */
export const clockBeside = (instant: string, timeZone: string, beside: string): string =>
  `${city(timeZone)} ${(dayKey(instant, timeZone) === dayKey(instant, beside) ? clock : weekdayClock)(instant, timeZone)}`

/** `3월 10일 수 09:30–10:00`, a moment without its end, with Seoul's clock beside it where that is another. */
export const spanText = ({ startAt, endAt }: { startAt: string; endAt?: string }, timeZone: string): string => {
  const own = `${day(startAt, timeZone)} ${clock(startAt, timeZone)}${endAt ? `–${clock(endAt, timeZone)}` : ''}`
  return timeZone === seoul ? own : `${own} · ${clockBeside(startAt, seoul, timeZone)}`
}

/** `09:30–10:00`. */
export const clocks = ({ startAt, endAt }: { startAt: string; endAt: string }, timeZone: string): string =>
  `${clock(startAt, timeZone)}–${clock(endAt, timeZone)}`

/** `두바이 UTC+4`, as it is at that moment. */
export const cityWithOffset = (timeZone: string, instant: string): string => {
  const offset = formatOf('en', timeZone, { timeZoneName: 'shortOffset' })
    .formatToParts(new Date(instant))
    .find(({ type }) => type === 'timeZoneName')?.value
  return `${city(timeZone)} ${(offset ?? '').replace('GMT', 'UTC')}`
}
