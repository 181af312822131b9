import type { Localized } from './contract.ts'
import { type Locale, locales } from './locale.ts'

export { languageTag } from './locale.ts'

/**
 * Returns the language in which to show a record: the requested one if every text with Korean has a translation, Korean
 * otherwise. A record is never shown in two languages, so that a single `lang` attribute is correct.
 */
export const chooseLocale = (requested: Locale, texts: (Localized | null | undefined)[]): Locale =>
  requested !== 'ko' && texts.every((text) => !text?.ko || text[requested]) && texts.some((text) => text?.[requested])
    ? requested
    : 'ko'

/** Returns the text in that language, else in Korean, else ''. */
export const textIn = (locale: Locale, text: Localized | null | undefined): string => text?.[locale] ?? text?.ko ?? ''

export const isLocale = (value: string): value is Locale => (locales as readonly string[]).includes(value)
