import { clsx } from 'clsx'
import { useId } from 'react'
import box from '#ui/controls/field.module.css'
import styles from './questions.module.css'

interface TextAreaProps {
  label: string
  value: string
  /** Maximum number of characters. */
  max: number
  error?: string | undefined
  onChange: (text: string) => void
}

export function TextArea({ label, value, max, error, onChange }: TextAreaProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <textarea
        id={id}
        className={clsx(box.field, styles.area)}
        rows={6}
        maxLength={max}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-wrong` : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {error && (
        <p id={`${id}-wrong`} className={styles.wrong}>
          {error}
        </p>
      )}
    </div>
  )
}
