import { clsx } from 'clsx'
import { type InputHTMLAttributes, useId } from 'react'
import { m } from '#messages/messages.js'
import { Spinner } from '../feedback/spinner.tsx'
import box from './field.module.css'
import { Icon } from './icon.tsx'
import styles from './text-field.module.css'

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  /** Error message as an instruction. */
  error?: string | undefined
  hint?: string | undefined
  /** Shows that the value was validated. */
  confirmed?: boolean
  /** Shows that a lookup is running. */
  busy?: boolean
}

/** Field, 56 px high, with its label above. Marks optional fields only. */
export function TextField({ label, error, hint, confirmed, busy, className, required, ...rest }: TextFieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div className={className}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {required === false && <span className={styles.optional}>{m.field_optional()}</span>}
      </label>
      <div className={styles.box}>
        <input
          {...rest}
          id={id}
          required={required}
          className={clsx(box.field, styles.input)}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? noteId : undefined}
          aria-busy={busy || undefined}
        />
        {confirmed && !error && (
          <span className={clsx(styles.sign, styles.good)}>
            <Icon name="check" small />
          </span>
        )}
        {busy && (
          <span className={styles.sign}>
            <Spinner />
          </span>
        )}
      </div>
      {note && (
        <p id={noteId} className={clsx(styles.note, error && styles.wrong)}>
          {error && <Icon name="warning" small />}
          {note}
        </p>
      )}
    </div>
  )
}
