/** Languages, separate from the schemas: public pages use them and must not bundle zod. */
export const locales = ['ko', 'en', 'cn'] as const
export type Locale = (typeof locales)[number]

/** `lang` and `hreflang` values. */
export const languageTag: Record<Locale, string> = { ko: 'ko', en: 'en', cn: 'zh-Hans' }

/** Region for `Intl` formatting of dates and numbers. */
export const regionTag = { ko: 'ko-KR', en: 'en-GB', cn: 'zh-CN' } as const satisfies Record<Locale, string>
