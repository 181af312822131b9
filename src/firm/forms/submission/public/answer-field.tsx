import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { m } from '#messages/messages.js'
import box from '#ui/controls/field.module.css'
import { Icon } from '#ui/controls/icon.tsx'
import { useUnitRule } from '#ui/text/non-breaking-units.ts'
import type { PublicField } from '../contract-fields.ts'
import styles from './request-form.module.css'

export interface FieldOption {
  value: string
  label: string
  lang?: string | undefined
}

interface AnswerProps {
  field: PublicField
  options: readonly FieldOption[]
  value: string | undefined
  error: string | undefined
  lang?: string | undefined
  /** Below the field: time of the saved draft, character count. */
  below?: ReactNode
}

/** Returns the element id of a field, the target of error links. */
export const getFieldId = (name: string): string => `field-${name}`
const getNoteId = (name: string): string => `note-${name}`

/** Error message of a field with an icon. */
export function FieldError({ name, error }: { name: string; error: string | undefined }) {
  const bindUnits = useUnitRule()
  return (
    <p id={getNoteId(name)} className={clsx(styles.error, !error && styles.none)}>
      {error && (
        <>
          <Icon name="warning" small />
          <span>{bindUnits(error)}</span>
        </>
      )}
    </p>
  )
}

const modes: Partial<Record<PublicField['kind'], object>> = {
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email' },
  date: { type: 'date', autoComplete: 'off' },
  figures: { inputMode: 'numeric', autoComplete: 'off' },
}

/** Field of the form by its definition. Uncontrolled, so that text typed before hydration is kept. */
export function AnswerField({ field, options, value, error, lang, below }: AnswerProps) {
  const { name, kind, label, hint, required, max } = field
  const shared = {
    id: getFieldId(name),
    name,
    defaultValue: value,
    required,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error ? getNoteId(name) : undefined,
  }
  const caption = (
    <>
      <span lang={lang}>{label}</span>
      {(!required || hint) && (
        <>
          {/* Screen readers need a space between label and hint. */}{' '}
          <span className={styles.optional}>
            {required ? hint : hint ? m.consult_optional_hint({ hint }) : m.consult_optional()}
          </span>
        </>
      )}
    </>
  )
  if (kind === 'practice' || (kind === 'choice' && field.required))
    return (
      <fieldset className={styles.field} id={getFieldId(name)} tabIndex={-1}>
        <legend className={styles.label}>{caption}</legend>
        <div className={styles.choices}>
          {options.map((option) => (
            <label key={option.value} className={styles.choice} lang={option.lang}>
              <input
                type="radio"
                name={name}
                value={option.value}
                defaultChecked={option.value === value}
                required={required}
                aria-describedby={error ? getNoteId(name) : undefined}
              />
              <span>{option.label}</span>
            </label>
          ))}
        </div>
        <FieldError name={name} error={error} />
      </fieldset>
    )
  const isSelect = kind === 'choice' || kind === 'office' || kind === 'lawyer'
  return (
    <div className={clsx(styles.field, styles[field.width])}>
      <label htmlFor={getFieldId(name)} className={styles.label}>
        {caption}
      </label>
      {isSelect ? (
        <div className={styles.select}>
          <select {...shared} className={clsx(box.field, styles.input)}>
            <option value="">{m.consult_none_chosen()}</option>
            {options.map((option) => (
              <option key={option.value} value={option.value} lang={option.lang}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" small />
        </div>
      ) : kind === 'text' ? (
        <textarea {...shared} className={clsx(box.field, styles.input, styles.text)} maxLength={max} rows={6} />
      ) : (
        <input
          {...shared}
          className={clsx(box.field, styles.input)}
          maxLength={max}
          autoComplete={name === 'name' ? 'name' : 'off'}
          {...modes[kind]}
        />
      )}
      {below}
      <FieldError name={name} error={error} />
    </div>
  )
}
