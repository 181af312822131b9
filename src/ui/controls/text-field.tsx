import { clsx } from 'clsx'
import { type InputHTMLAttributes, useId } from 'react'
import { m } from '#messages/messages.js'
import { Spinner } from '../feedback/spinner.tsx'
import box from './field.module.css'
import { Icon } from './icon.tsx'
import styles from './text-field.module.css'

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  /** What to do, in a sentence. */
  error?: string | undefined
  hint?: string | undefined
  /** Checked and found good. */
  confirmed?: boolean
  /** Something is being looked up. */
  busy?: boolean
}

/** A label above a field 56 high. Only what need not be filled in is marked. */
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
