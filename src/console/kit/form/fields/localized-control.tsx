import { Textarea } from '@mantine/core'
import { locales } from '#kit/contract.ts'
import { languageTag } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import { languageName } from '../../parts/language-marks.tsx'
import { SingleLineInput } from '../../parts/single-line-input.tsx'
import styles from '../form.module.css'
import { fieldId, usePath } from '../form-context.ts'

/** Text in three languages, side by side. */
export function LocalizedControl({
  name,
  label,
  max,
  lines,
}: {
  name: string
  label: string
  max: number
  lines?: number | undefined
}) {
  return (
    <div className={styles.languages}>
      {locales.map((locale) => (
        <LanguageText key={locale} path={`${name}.${locale}`} label={label} locale={locale} max={max} lines={lines} />
      ))}
    </div>
  )
}

function LanguageText({
  path,
  label,
  locale,
  max,
  lines,
}: {
  path: string
  label: string
  locale: (typeof locales)[number]
  max: number
  lines: number | undefined
}) {
  const { value, error, set, blur } = usePath(path)
  const typed = typeof value === 'string' ? value : ''
  const { length } = typed.trim()
  const shared = {
    id: fieldId(path),
    lang: languageTag[locale],
    value: typed,
    error,
    'aria-label': `${label}, ${languageName[locale]}`,
    ...(locale !== 'ko' && { placeholder: m.form_falls_back() }),
    onBlur: blur,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set(currentTarget.value),
  }
  return (
    <div className={styles.language}>
      <span className={styles.languageHead}>
        <span lang={languageTag[locale]}>{languageName[locale]}</span>
        {/* Show the count only near the limit. */}
        {length > max * 0.7 && (
          <span className={styles.count} data-over={length > max || undefined}>
            {length} / {max}
          </span>
        )}
      </span>
      {lines ? <Textarea {...shared} autosize minRows={lines} maxRows={12} /> : <SingleLineInput {...shared} />}
    </div>
  )
}
