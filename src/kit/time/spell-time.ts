import { type Locale, regionTag } from '../locale.ts'

const spell = (locale: Locale, moment: Date, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(regionTag[locale], { timeZone: 'Asia/Seoul', ...options }).format(moment)

/** Day in Seoul with its month in words, for mails and documents. */
export const spellDay = (locale: Locale, moment: Date): string => spell(locale, moment, { dateStyle: 'long' })

/** Day, weekday and time in Seoul, for mails. */
export const spellTime = (locale: Locale, moment: Date): string =>
  spell(locale, moment, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
