import type { Locale } from '#kit/locale.ts'
import { getLocale } from '#messages/runtime.js'

/** Offset of Seoul from UTC in ms; no daylight saving time since 1988. */
const ahead = 9 * 3_600_000

const weekdays = {
  ko: ['일', '월', '화', '수', '목', '금', '토'],
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  cn: ['周日', '周一', '周二', '周三', '周四', '周五', '周六'],
} as const
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

interface SeoulDay {
  year: number
  month: number
  day: number
  weekday: number
  clock: string
}

/** Date and time parts of an instant in Seoul. */
export const toSeoulDay = (instant: string | number): SeoulDay => {
  const date = new Date(new Date(instant).getTime() + ahead)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    clock: date.toISOString().slice(11, 16),
  }
}

/** Formats a day: 11월 23일(월); Mon 23 Nov; 11月23日（周一）. */
export const formatDay = (instant: string | number): string => {
  const { month, day, weekday } = toSeoulDay(instant)
  const locale = getLocale()
  const name = weekdays[locale][weekday] ?? ''
  if (locale === 'en') return `${name} ${day} ${months[month - 1]}`
  return locale === 'cn' ? `${month}月${day}日（${name}）` : `${month}월 ${day}일(${name})`
}

/** Formats the days of a fair with the year: 2027년 3월 10일(수) – 12일(금). */
export const formatPeriod = (startsAt: string, endsAt: string, locale: Locale = getLocale()): string => {
  const first = toSeoulDay(startsAt)
  // A fair that ends at midnight ends on the previous day.
  const last = toSeoulDay(new Date(endsAt).getTime() - 1)
  const nameOf = ({ weekday }: SeoulDay) => weekdays[locale][weekday] ?? ''
  const sameDay = first.month === last.month && first.day === last.day && first.year === last.year
  if (locale === 'en') {
    const formatMonth = (one: SeoulDay) => `${months[one.month - 1]} ${one.year}`
    if (sameDay) return `${nameOf(first)} ${first.day} ${formatMonth(first)}`
    return first.month === last.month
      ? `${nameOf(first)} ${first.day} – ${nameOf(last)} ${last.day} ${formatMonth(last)}`
      : `${nameOf(first)} ${first.day} ${months[first.month - 1]} – ${nameOf(last)} ${last.day} ${formatMonth(last)}`
  }
  const [y, mo, d] = locale === 'cn' ? ['年', '月', '日'] : ['년 ', '월 ', '일']
  const named = (one: SeoulDay) => (locale === 'cn' ? `（${nameOf(one)}）` : `(${nameOf(one)})`)
  const start = `${first.year}${y}${first.month}${mo}${first.day}${d}${named(first)}`
  if (sameDay) return start
  return `${start} – ${first.month === last.month ? '' : `${last.month}${mo}`}${last.day}${d}${named(last)}`
}

/** Formats a short date: 3.10; in English 10 Mar. */
export const formatShortDate = (instant: string | number): string => {
  const { month, day } = toSeoulDay(instant)
  return getLocale() === 'en' ? `${day} ${months[month - 1]}` : `${month}.${day}`
}
