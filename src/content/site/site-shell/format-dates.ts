import { toSeoulDate } from '#kit/time/seoul-day.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'

const weekdays = {
  ko: ['일', '월', '화', '수', '목', '금', '토'],
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  cn: ['周日', '周一', '周二', '周三', '周四', '周五', '周六'],
} as const
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export type Moment = string | number

/** Returns the time in Seoul: 15:20. */
export const formatTime = (moment: Moment): string => toSeoulDate(moment).toISOString().slice(11, 16)

/** Returns the day with its weekday: 12월 9일(수) with a no-break space; Wed 9 Dec; 12月9日（周三）. */
export const formatWeekday = (moment: Moment): string => {
  const date = toSeoulDate(moment)
  const locale = getLocale()
  const [month, day, weekday] = [date.getUTCMonth(), date.getUTCDate(), weekdays[locale][date.getUTCDay()] ?? '']
  if (locale === 'en') return `${weekday} ${day} ${months[month]}`
  return locale === 'cn' ? `${month + 1}月${day}日（${weekday}）` : `${month + 1}월\u00a0${day}일(${weekday})`
}

/** Returns 12.09, or 9 Dec in English. */
export const formatShortDate = (moment: Moment): string => {
  const date = toSeoulDate(moment)
  return getLocale() === 'en'
    ? `${date.getUTCDate()} ${months[date.getUTCMonth()]}`
    : date.toISOString().slice(5, 10).replace('-', '.')
}

/** Returns 2026.12.09, or 9 Dec 2026 in English. */
export const formatLongDate = (moment: Moment): string => {
  const date = toSeoulDate(moment)
  return getLocale() === 'en'
    ? `${formatShortDate(moment)} ${date.getUTCFullYear()}`
    : date.toISOString().slice(0, 10).replaceAll('-', '.')
}

/**
 * Returns the short date within the year of `now`, otherwise the long date: without a year an old 11.27 reads as this year's.
 */
export const formatNearDate = (moment: Moment, now: Moment): string =>
  toSeoulDate(moment).getUTCFullYear() === toSeoulDate(now).getUTCFullYear()
    ? formatShortDate(moment)
    : formatLongDate(moment)

/** Returns day and time: 12월 9일(수) 10:00. */
export const formatDateTime = (moment: Moment): string =>
  m.hall_moment({ day: formatWeekday(moment), time: formatTime(moment) })
