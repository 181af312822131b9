import { getLocale } from '#messages/runtime.js'

/** A text in one of the site's languages, Korean always. */
export interface Texts {
  ko: string
  en?: string | undefined
  cn?: string | undefined
}

/** The text in the language of the page, Korean where there is none. */
export const inPageLanguage = (texts: Texts): string => texts[getLocale()] || texts.ko

/** Words one after another, as the language of the page writes them. */
export const listed = (words: readonly string[]): string => words.join(getLocale() === 'cn' ? '、' : ', ')

/** Facts one after another with a middle dot between them, as the language of the page, or that one, writes it. */
export const dotted = (
  parts: readonly (string | number | null | undefined | false)[],
  language = getLocale(),
): string => parts.filter(Boolean).join(language === 'cn' ? '·' : ' · ')

const tags = { ko: 'ko', en: 'en', cn: 'zh-Hans' } as const

/**
 * The same within a sentence, where English names that are no proper names begin small; one that is written in
 * capitals stays as it is.
 */
export const listedWithin = (names: readonly string[]): string =>
  listed(
    getLocale() === 'en' ? names.map((name) => name.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())) : names,
  )

/** `lang` of an element whose words are in another language than the page; undefined when they are not. */
export const foreign = (language: keyof typeof tags): string | undefined =>
  language === getLocale() ? undefined : tags[language]
