import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { type Locale, locales } from '#kit/contract.ts'
import { m } from '#messages/messages.js'
import { RichText } from '../editor/rich-text.tsx'
import { Toolbar } from '../editor/toolbar.tsx'
import { languageName } from '../parts/language-marks.tsx'
import { FieldError } from './field-error.tsx'
import styles from './form.module.css'
import { errorId, fieldId, usePath } from './form-context.ts'

/** A short edited text in three languages, side by side under one toolbar. */
export function RichControl({ name, label }: { name: string; label: string }) {
  const [focused, setFocused] = useState<{ editor: Editor; locale: Locale }>()
  return (
    <div className={styles.rich}>
      <Toolbar
        kind="line"
        editor={focused?.editor ?? null}
        note={focused ? m.editor_acts_on({ language: languageName[focused.locale] }) : m.editor_acts_on_none()}
      />
      <div className={styles.languages}>
        {locales.map((locale) => (
          <LanguageRich
            key={locale}
            path={`${name}.${locale}`}
            label={`${label}, ${languageName[locale]}`}
            locale={locale}
            onFocus={(editor) => setFocused({ editor, locale })}
          />
        ))}
      </div>
    </div>
  )
}

function LanguageRich({
  path,
  label,
  locale,
  onFocus,
}: {
  path: string
  label: string
  locale: Locale
  onFocus: (editor: Editor) => void
}) {
  const { value, error, set, leave } = usePath(path)
  return (
    <div className={styles.language}>
      <span className={styles.languageHead}>{languageName[locale]}</span>
      <RichText
        id={fieldId(path)}
        kind="line"
        locale={locale}
        label={label}
        value={typeof value === 'string' ? value : ''}
        onChange={set}
        onLeave={leave}
        onFocus={onFocus}
        wrong={error !== undefined}
        describedBy={error === undefined ? undefined : errorId(path)}
        className={styles.richText}
      />
      <FieldError path={path} message={error} />
    </div>
  )
}
