import { getLocale } from '#messages/runtime.js'

/** Text in the site's languages; Korean is required. */
export interface Texts {
  ko: string
  en?: string | undefined
  cn?: string | undefined
}

/** Text in the page's language, falling back to Korean. */
export const inPageLanguage = (texts: Texts): string => texts[getLocale()] || texts.ko

/** Joins words with the page language's list separator. */
export const joinList = (words: readonly string[]): string => words.join(getLocale() === 'cn' ? '、' : ', ')

/**
 * Joins facts with a middle dot, in the style of the page's language or of `language`. Leaves out empty ones, also the 0
 * of `count && …`; a number to be shown must be formatted before.
 */
export const joinDotted = (parts: readonly (string | 0 | null | undefined | false)[], language = getLocale()): string =>
  parts.filter(Boolean).join(language === 'cn' ? '·' : ' · ')

const tags = { ko: 'ko', en: 'en', cn: 'zh-Hans' } as const

/** Joins names within a sentence: English ones start with a small letter, except names in capitals. */
export const joinListInSentence = (names: readonly string[]): string =>
  joinList(
    getLocale() === 'en' ? names.map((name) => name.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())) : names,
  )

/** `lang` attribute for text in another language than the page; undefined if it is the same. */
export const foreignLang = (language: keyof typeof tags): string | undefined =>
  language === getLocale() ? undefined : tags[language]
