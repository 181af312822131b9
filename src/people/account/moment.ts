import { languageTag } from '#kit/locale.ts'
import { getLocale } from '#messages/runtime.js'

/** A day in Seoul as one writes it. */
export const spellDay = (moment: string): string =>
  new Intl.DateTimeFormat(languageTag[getLocale()], { dateStyle: 'long', timeZone: 'Asia/Seoul' }).format(
    new Date(moment),
  )

/** The same with the time. */
export const spellMoment = (moment: string): string =>
  new Intl.DateTimeFormat(languageTag[getLocale()], {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Seoul',
  }).format(new Date(moment))
