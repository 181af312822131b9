import type { Locale, Localized } from '../../contract.ts'
import { chooseLocale, textIn } from '../../i18n.ts'

/** Returns a record's texts in one language, with `lang`: Korean unless every text is translated. */
export const localize = <T extends Record<string, Localized | null | undefined>>(
  requested: Locale,
  texts: T,
): { [K in keyof T]: string } & { lang: Locale } => {
  const lang = chooseLocale(requested, Object.values(texts))
  const shown = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, textIn(lang, text)]))
  return { ...shown, lang } as { [K in keyof T]: string } & { lang: Locale }
}
