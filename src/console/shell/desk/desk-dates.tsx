import { addDays, clockTime, fullInstant } from '#console/kit/parts/time/seoul-time.ts'
import { regionTag } from '#kit/locale.ts'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'

const inSeoul = (options: Intl.DateTimeFormatOptions, at: Date) =>
  new Intl.DateTimeFormat(regionTag[getLocale()], { timeZone: 'Asia/Seoul', ...options }).format(at)

/** `11월 23일 월요일`. `now` in epoch milliseconds. */
export const formatDate = (now: number): string =>
  inSeoul({ month: 'long', day: 'numeric', weekday: 'long' }, new Date(now))

/** `10월 27일`, of a Seoul day `2026-10-27`. */
export const formatDay = (day: string): string =>
  inSeoul({ month: 'long', day: 'numeric' }, new Date(`${day}T12:00:00+09:00`))

export const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** Time of an event: the clock time today, otherwise with the day; the exact time on hover. */
export function Moment({ at }: { at: string }) {
  const today = formatSeoulDay(new Date())
  const day = formatSeoulDay(at)
  const words =
    day === today
      ? clockTime(at)
      : day === addDays(today, 1)
        ? m.dashboard_tomorrow({ time: clockTime(at) })
        : day === addDays(today, -1)
          ? m.dashboard_yesterday({ time: clockTime(at) })
          : formatDay(day)
  return (
    <time dateTime={at} title={fullInstant(at)}>
      {words}
    </time>
  )
}
