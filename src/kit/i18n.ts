import type { Localized } from './contract.ts'
import { type Locale, locales } from './locale.ts'

export { languageTag } from './locale.ts'

/** The language of an Accept-Language header by its weights (RFC 9110, 12.5.4); Korean when none fits. */
export const negotiateLocale = (header: string | undefined): Locale => {
  if (!header) return 'ko'
  const ranges = header
    .slice(0, 400)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='))
      return { primary: tag.split('-')[0] ?? '', weight: weight ? Number(weight.slice(2)) || 0 : 1 }
    })
    .filter((range) => range.weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const { primary } of ranges) {
    if (primary === 'zh' || primary === 'cn') return 'cn'
    if (primary === 'ko' || primary === 'en') return primary
  }
  return 'ko'
}

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
