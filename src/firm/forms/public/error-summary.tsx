import type { Ref } from 'react'
import { m } from '#messages/messages.js'
import { fieldId } from './answer-field.tsx'
import styles from './said.module.css'

export interface Fault {
  /** Field it is about; '' where it is about the whole. */
  name: string
  /** The field's own words. */
  label: string
  text: string
}

interface SummaryProps {
  faults: readonly Fault[]
  /** Level of its heading. */
  heading: 'h2' | 'h3'
  ref?: Ref<HTMLDivElement>
}

/** Everything that is wrong, on top, with ways to it. It takes the focus when it appears. */
export function ErrorSummary({ faults, heading: Heading, ref }: SummaryProps) {
  if (faults.length === 0) return null
  return (
    <div className={styles.summary} ref={ref} tabIndex={-1} role="alert">
      <Heading className={styles.faults}>{m.consult_wrong_title({ count: faults.length })}</Heading>
      <ul>
        {faults.map(({ name, label, text }) => (
          <li key={name || text}>
            {name ? <a href={`#${fieldId(name)}`}>{m.consult_wrong_line({ label, text })}</a> : text}
          </li>
        ))}
      </ul>
    </div>
  )
}
