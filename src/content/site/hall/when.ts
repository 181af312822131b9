import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'

/** Milliseconds by which Seoul is ahead of UTC: it has known no summer time since 1988. */
const ahead = 9 * 3_600_000

const weekdays = {
  ko: ['일', '월', '화', '수', '목', '금', '토'],
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  cn: ['周日', '周一', '周二', '周三', '周四', '周五', '周六'],
} as const
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export type Moment = string | number

/** A date whose parts in UTC are those of Seoul; nothing here is by the zone of the reader. */
export const inSeoul = (moment: Moment): Date => new Date(new Date(moment).getTime() + ahead)

/** 15:20 by the clock of Seoul. */
export const clockShort = (moment: Moment): string => inSeoul(moment).toISOString().slice(11, 16)

/** 12월 9일(수), never broken within; Wed 9 Dec; 12月9日（周三）. */
export const dayWords = (moment: Moment): string => {
  const date = inSeoul(moment)
  const locale = getLocale()
  const [month, day, weekday] = [date.getUTCMonth(), date.getUTCDate(), weekdays[locale][date.getUTCDay()] ?? '']
  if (locale === 'en') return `${weekday} ${day} ${months[month]}`
  return locale === 'cn' ? `${month + 1}月${day}日（${weekday}）` : `${month + 1}월\u00a0${day}일(${weekday})`
}

/** 12.09; in English 9 Dec. */
export const dateShort = (moment: Moment): string => {
  const date = inSeoul(moment)
  return getLocale() === 'en'
    ? `${date.getUTCDate()} ${months[date.getUTCMonth()]}`
    : date.toISOString().slice(5, 10).replace('-', '.')
}

/** 2026.12.09; in English 9 Dec 2026. */
export const dateLong = (moment: Moment): string => {
  const date = inSeoul(moment)
  return getLocale() === 'en'
    ? `${dateShort(moment)} ${date.getUTCFullYear()}`
    : date.toISOString().slice(0, 10).replaceAll('-', '.')
}

/** As `dateShort` within the year of `now`, else with its year: 11.27 would be today. */
export const dateNear = (moment: Moment, now: Moment): string =>
  inSeoul(moment).getUTCFullYear() === inSeoul(now).getUTCFullYear() ? dateShort(moment) : dateLong(moment)

/** 12월 9일(수) 10:00. */
export const momentWords = (moment: Moment): string =>
  m.hall_moment({ day: dayWords(moment), time: clockShort(moment) })
