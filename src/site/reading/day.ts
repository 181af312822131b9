import type { Locale } from '#kit/locale.ts'
import { getLocale } from '#messages/runtime.js'

const regions = { ko: 'ko-KR', en: 'en-GB', cn: 'zh-CN' } as const

/** 2026년 11월 12일, by the calendar of Seoul and in the language of the page. */
export const longDay = (instant: string, locale: Locale = getLocale()): string =>
  new Intl.DateTimeFormat(regions[locale], { dateStyle: 'long', timeZone: 'Asia/Seoul' }).format(new Date(instant))
