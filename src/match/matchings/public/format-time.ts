import { languageTag } from '#kit/i18n.ts'
import { regionTag } from '#kit/locale.ts'
import { getLocale } from '#messages/runtime.js'
import { cityOf } from '../rules-cities.ts'

export const seoul = 'Asia/Seoul'

/** Cached, because a grid formats hundreds of times and creating a format takes longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (language: string, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${language} ${timeZone} ${Object.entries(options).join()}`
  const formatter = formats.get(key) ?? new Intl.DateTimeFormat(language, { timeZone, ...options })
  formats.set(key, formatter)
  return formatter
}

const format = (instant: string, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  formatOf(languageTag[getLocale()], timeZone, options).format(new Date(instant))

/** Formats `14:30`. */
export const formatTime = (instant: string, timeZone: string): string =>
  format(instant, timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** Formats `3월 10일 수`. */
export const formatDay = (instant: string, timeZone: string): string =>
  format(instant, timeZone, { month: 'long', day: 'numeric', weekday: 'short' })

/** Formats `수 09:30`, for a button with the day beside it. */
export const formatWeekdayTime = (instant: string, timeZone: string): string =>
  `${format(instant, timeZone, { weekday: 'short' })} ${formatTime(instant, timeZone)}`

/** Formats a day as short as a column header. */
export const formatShortDay = (instant: string, timeZone: string): string =>
  format(instant, timeZone, { month: 'short', day: 'numeric', weekday: 'short' })

/** Formats `10일 (수)`, where the month is beside it. */
export const formatDayOfMonth = (instant: string, timeZone: string): string =>
  format(instant, timeZone, { day: 'numeric', weekday: 'short' })

/** Formats a calendar date as `3. 10. (수)`: short enough for a tab, in the order of the console's dates. */
export const formatTabDate = (date: string): string =>
  formatOf(regionTag[getLocale()], 'UTC', { weekday: 'short', day: 'numeric', month: 'numeric' }).format(new Date(date))

/** Formats a calendar date as `2027년 3월 10일`. */
export const formatDate = (date: string): string =>
  format(`${date}T00:00:00Z`, 'UTC', { year: 'numeric', month: 'long', day: 'numeric' })

/** Returns `2027-03-10`, as a key for grouping. */
export const dayKey = (instant: string, timeZone: string): string =>
  formatOf('en-CA', timeZone, {}).format(new Date(instant))

/**
 * Returns the distinct local times of instants at one time of day in Seoul: two if daylight saving time changes between
 * the days. `first` is the start of the day's column; `+1` marks a time on the next date.
 */
export const listLocalTimes = (instants: readonly { at: string; first: string }[], timeZone: string): string[] => {
  const texts = instants.map(({ at, first }) => {
    const isNext = dayKey(at, timeZone) > dayKey(first, timeZone)
    return formatTime(at, timeZone) + (isNext ? ' +1' : '')
  })
  // If only some days of the row have `+1`, their column headers show it.
  return [...new Set(texts)].filter((text) => !text.endsWith(' +1') || !texts.includes(text.slice(0, -3)))
}

/** Returns the city of a time zone in the language of the page. */
export const cityName = (timeZone: string): string => cityOf(timeZone, getLocale())

/** Formats `서울 14:30` beside a time of another zone; with the weekday if the date differs there: `서울 목 00:30`. */
export const formatTimeBeside = (instant: string, timeZone: string, beside: string): string =>
  `${cityName(timeZone)} ${(dayKey(instant, timeZone) === dayKey(instant, beside) ? formatTime : formatWeekdayTime)(instant, timeZone)}`

/** Formats `3월 10일 수 09:30–10:00`, without the end if there is none, and with Seoul time if the zone is another. */
export const formatSpan = ({ startAt, endAt }: { startAt: string; endAt?: string }, timeZone: string): string => {
  const local = `${formatDay(startAt, timeZone)} ${formatTime(startAt, timeZone)}${endAt ? `–${formatTime(endAt, timeZone)}` : ''}`
  return timeZone === seoul ? local : `${local} · ${formatTimeBeside(startAt, seoul, timeZone)}`
}

/** Formats `09:30–10:00`. */
export const formatTimeRange = ({ startAt, endAt }: { startAt: string; endAt: string }, timeZone: string): string =>
  `${formatTime(startAt, timeZone)}–${formatTime(endAt, timeZone)}`

/** Formats `두바이 UTC+4`, with the offset at that instant. */
export const formatCityOffset = (timeZone: string, instant: string): string => {
  const offset = formatOf('en', timeZone, { timeZoneName: 'shortOffset' })
    .formatToParts(new Date(instant))
    .find(({ type }) => type === 'timeZoneName')?.value
  return `${cityName(timeZone)} ${(offset ?? '').replace('GMT', 'UTC')}`
}
