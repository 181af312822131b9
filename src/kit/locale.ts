/** Languages and their tags, apart from the schemas: public pages use them and must not carry zod. */
export const locales = ['ko', 'en', 'cn'] as const
export type Locale = (typeof locales)[number]

/** `lang` and `hreflang` of a language. */
export const languageTag: Record<Locale, string> = { ko: 'ko', en: 'en', cn: 'zh-Hans' }

/** The region whose days and figures are written in a language, for `Intl`. */
export const regionTag = { ko: 'ko-KR', en: 'en-GB', cn: 'zh-CN' } as const satisfies Record<Locale, string>
