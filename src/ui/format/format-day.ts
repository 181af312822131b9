import { getLocale } from '#messages/runtime.js'

type Language = ReturnType<typeof getLocale>

/** Offset of Seoul from UTC in ms; no daylight saving time since 1988. */
const ahead = 9 * 3_600_000

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/**
 * Date parts of an instant in Seoul. Does not use `Intl`: its first use on a page costs a phone 100 ms during
 * hydration, and its texts differ between browsers. A test compares the results with `Intl`.
 */
const inSeoul = (instant: string) => {
  const date = new Date(new Date(instant).getTime() + ahead)
  const iso = date.toISOString()
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    monthName: months[date.getUTCMonth()] ?? '',
    day: date.getUTCDate(),
    numeric: iso.slice(0, 10).replaceAll('-', '.'),
    clock: iso.slice(11, 16),
  }
}

/** Short date in Seoul: 2026.11.12, in English 12 Nov 2026. */
export const formatShortDay = (instant: string, language: Language = getLocale()): string => {
  const { year, monthName, day, numeric } = inSeoul(instant)
  return language === 'en' ? `${day} ${monthName.slice(0, 3)} ${year}` : numeric
}

/** Long date in Seoul: 2026년 11월 12일, in English 12 November 2026. */
export const formatLongDay = (instant: string, language: Language = getLocale()): string => {
  const { year, month, monthName, day } = inSeoul(instant)
  const written = {
    ko: `${year}년 ${month}월 ${day}일`,
    en: `${day} ${monthName} ${year}`,
    cn: `${year}年${month}月${day}日`,
  }
  return written[language]
}

/** Short date and time in Seoul: 2026.11.12 14:05; other languages than Korean name the time zone. */
export const formatMoment = (instant: string, language: Language = getLocale()): string => {
  const written = `${formatShortDay(instant, language)}${language === 'en' ? ',' : ''} ${inSeoul(instant).clock}`
  return language === 'ko' ? written : `${written} (KST)`
}
