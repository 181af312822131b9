import clsx from 'clsx'
import { type Locale, locales } from '#kit/contract.ts'
import { m } from '#messages/messages.js'
import styles from './language-marks.module.css'

export type LanguageState = 'current' | 'behind' | 'missing'

const words: Record<LanguageState, (input: { language: string }) => string> = {
  current: m.form_language_current,
  behind: m.form_language_behind,
  missing: m.form_language_missing,
}

/** Endonym of each language. */
export const languageName: Record<Locale, string> = { ko: '한국어', en: 'English', cn: '中文' }

/** `ko en cn`: normal is current, dotted underline is older than the Korean text, struck through is missing. */
export function LanguageMarks({ states }: { states: Record<Locale, LanguageState> }) {
  return (
    <span className={styles.marks}>
      {locales.map((locale) => {
        const sentence = words[states[locale]]({ language: languageName[locale] })
        return (
          <abbr
            key={locale}
            className={clsx(styles.mark, styles[states[locale]])}
            title={sentence}
            aria-label={sentence}
          >
            {locale}
          </abbr>
        )
      })}
    </span>
  )
}

/** States of a text whose translations either exist or not. */
export const languageStates = (text: Partial<Record<Locale, unknown>>): Record<Locale, LanguageState> => ({
  ko: text.ko ? 'current' : 'missing',
  en: text.en ? 'current' : 'missing',
  cn: text.cn ? 'current' : 'missing',
})
