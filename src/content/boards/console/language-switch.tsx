import { Switch, UnstyledButton } from '@mantine/core'
import clsx from 'clsx'
import { languageName } from '#console/kit/parts/language-marks.tsx'
import { StateShape } from '#console/kit/parts/state-mark.tsx'
import { type Locale, locales } from '#kit/contract.ts'
import { languageTag } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import type { PostText } from '../contract.ts'
import styles from './post-editor.module.css'
import { getEffectiveStateNow, postMarks, postStateLabels } from './post-states.tsx'

interface LanguageSwitchProps {
  texts: Partial<Record<Locale, PostText | undefined>>
  shown: readonly Locale[]
  sideBySide: boolean
  wide: boolean
  focused: Locale
  show: (shown: readonly Locale[], focused: Locale) => void
  setSideBySide: (sideBySide: boolean) => void
}

/**
 * Selects the languages shown side by side, or the one shown on a narrow screen. Each button shows the publishing state
 * of its language.
 */
export function LanguageSwitch({ texts, shown, sideBySide, wide, focused, show, setSideBySide }: LanguageSwitchProps) {
  const isMultiple = wide && sideBySide
  const isOn = (locale: Locale) => (isMultiple ? shown.includes(locale) : locale === focused)
  const toggle = (locale: Locale) => {
    if (!isMultiple)
      return show(
        shown.includes(locale) ? shown : locales.filter((one) => one === locale || shown.includes(one)),
        locale,
      )
    if (!shown.includes(locale))
      return show(
        locales.filter((one) => one === locale || shown.includes(one)),
        locale,
      )
    const rest = shown.filter((one) => one !== locale)
    // At least one language stays visible.
    show(rest.length > 0 ? rest : shown, rest[0] ?? locale)
  }
  return (
    <>
      <fieldset className={styles.switch} aria-label={m.list_column_languages()}>
        {locales.map((locale) => {
          const text = texts[locale]
          const state = text && getEffectiveStateNow(text)
          const words = state ? postStateLabels[state]() : m.boards_not_written()
          return (
            <UnstyledButton
              key={locale}
              className={clsx(styles.language, isOn(locale) && styles.languageOn)}
              aria-pressed={isOn(locale)}
              aria-label={`${languageName[locale]}: ${words}`}
              title={words}
              onClick={() => toggle(locale)}
            >
              <span lang={languageTag[locale]}>{languageName[locale]}</span>
              <StateShape mark={state ? postMarks[state] : 'ended'} />
            </UnstyledButton>
          )
        })}
      </fieldset>
      {wide && (
        <>
          <Switch
            size="xs"
            label={m.boards_beside()}
            checked={sideBySide}
            onChange={({ currentTarget }) => setSideBySide(currentTarget.checked)}
          />
          <span className={styles.switchNote}>{m.boards_beside_help()}</span>
        </>
      )}
    </>
  )
}
