import type { Localized } from './contract.ts'
import { type Locale, locales } from './locale.ts'

export { languageTag } from './locale.ts'

/**
 * The language in which a record is shown: the one asked for when every text that has Korean has it too, Korean
 * otherwise. A record is never shown in two languages, so one `lang` marks it.
 */
export const shownLocale = (asked: Locale, texts: (Localized | null | undefined)[]): Locale =>
  asked !== 'ko' && texts.every((text) => !text?.ko || text[asked]) && texts.some((text) => text?.[asked])
    ? asked
    : 'ko'

/** The text in that language, '' when there is none. */
export const textIn = (locale: Locale, text: Localized | null | undefined): string => text?.[locale] ?? text?.ko ?? ''

export const isLocale = (value: string): value is Locale => (locales as readonly string[]).includes(value)
