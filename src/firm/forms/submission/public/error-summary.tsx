import type { Ref } from 'react'
import { m } from '#messages/messages.js'
import { getFieldId } from './answer-field.tsx'
import styles from './form-result.module.css'

export interface FormError {
  /** Field name; '' for the whole form. */
  name: string
  /** Label of the field. */
  label: string
  text: string
}

interface SummaryProps {
  errors: readonly FormError[]
  /** Heading level. */
  heading: 'h2' | 'h3'
  ref?: Ref<HTMLDivElement>
}

/** List of all errors above the form, with links to the fields. It takes the focus when it appears. */
export function ErrorSummary({ errors, heading: Heading, ref }: SummaryProps) {
  if (errors.length === 0) return null
  return (
    <div className={styles.summary} ref={ref} tabIndex={-1} role="alert">
      <Heading className={styles.faults}>{m.consult_wrong_title({ count: errors.length })}</Heading>
      <ul>
        {errors.map(({ name, label, text }) => (
          <li key={name || text}>
            {name ? <a href={`#${getFieldId(name)}`}>{m.consult_wrong_line({ label, text })}</a> : text}
          </li>
        ))}
      </ul>
    </div>
  )
}
