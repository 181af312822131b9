import { getLocale } from '#messages/runtime.js'

const hoursAhead = 9

/**
 * A day by the calendar of Seoul, as short as the language writes it: 2026.11.12, in English 12 Nov 2026. The same on
 * the server and in the browser.
 */
export const shortDay = (instant: string): string => {
  const date = new Date(new Date(instant).getTime() + hoursAhead * 3_600_000)
  if (getLocale() !== 'en') return date.toISOString().slice(0, 10).replaceAll('-', '.')
  const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }).format(date)
  return `${date.getUTCDate()} ${month} ${date.getUTCFullYear()}`
}

const regions = { ko: 'ko-KR', en: 'en-GB', cn: 'zh-CN' } as const

/** 2026년 11월 12일, by the calendar of Seoul and in the language of the page. */
export const longDay = (instant: string, locale: keyof typeof regions = getLocale()): string =>
  new Intl.DateTimeFormat(regions[locale], { dateStyle: 'long', timeZone: 'Asia/Seoul' }).format(new Date(instant))
