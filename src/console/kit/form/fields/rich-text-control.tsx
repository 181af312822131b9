import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { type Locale, locales } from '#kit/contract.ts'
import { m } from '#messages/messages.js'
import type { RichKind } from '../../editor/editor-extensions.ts'
import { RichText } from '../../editor/rich-text.tsx'
import { Toolbar } from '../../editor/toolbar.tsx'
import { languageName } from '../../parts/language-marks.tsx'
import styles from '../form.module.css'
import { errorId, fieldId, useForm, usePath } from '../form-context.ts'
import { FieldError } from './field-error.tsx'

/** Rich text in three languages, side by side under one toolbar. */
export function RichControl({ name, label, kind = 'line' }: { name: string; label: string; kind?: RichKind }) {
  const [focused, setFocused] = useState<{ editor: Editor; locale: Locale }>()
  const { readOnly } = useForm()
  return (
    <div className={styles.rich}>
      {!readOnly && (
        <Toolbar
          kind={kind}
          editor={focused?.editor ?? null}
          note={focused ? m.editor_acts_on({ language: languageName[focused.locale] }) : m.editor_acts_on_none()}
        />
      )}
      <div className={styles.languages}>
        {locales.map((locale) => (
          <LanguageRich
            key={locale}
            kind={kind}
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
  kind,
  label,
  locale,
  onFocus,
}: {
  path: string
  kind: RichKind
  label: string
  locale: Locale
  onFocus: (editor: Editor) => void
}) {
  const { value, error, set, blur } = usePath(path)
  const { readOnly } = useForm()
  return (
    <div className={styles.language}>
      <span className={styles.languageHead}>{languageName[locale]}</span>
      <RichText
        id={fieldId(path)}
        kind={kind}
        locale={locale}
        label={label}
        value={typeof value === 'string' ? value : ''}
        onChange={set}
        onBlur={blur}
        onFocus={onFocus}
        readOnly={readOnly}
        isInvalid={error !== undefined}
        describedBy={error === undefined ? undefined : errorId(path)}
        className={styles.richText}
      />
      <FieldError path={path} message={error} />
    </div>
  )
}
