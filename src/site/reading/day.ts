import { getLocale } from '#messages/runtime.js'

const regions = { ko: 'ko-KR', en: 'en-GB', cn: 'zh-CN' } as const

/** 2026년 11월 12일, by the calendar of Seoul and in the language of the page. */
export const longDay = (instant: string): string =>
  new Intl.DateTimeFormat(regions[getLocale()], { dateStyle: 'long', timeZone: 'Asia/Seoul' }).format(new Date(instant))
