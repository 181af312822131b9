import { type ReactNode, useEffect, useRef } from 'react'
import { m } from '#messages/messages.js'
import type { Receipt } from '../contract.ts'
import styles from './received.module.css'

/** In place of the form: the number, large, and what happens next. It takes the focus. */
export function Received({ receipt, focus, acts }: { receipt: Receipt; focus: boolean; acts: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus) heading.current?.focus()
  }, [focus])
  return (
    <div className={styles.received}>
      <h2 ref={heading} className={styles.title} tabIndex={-1}>
        {receipt.number ? m.consult_done_title() : m.consult_kept_title()}
      </h2>
      <div role="status">
        {receipt.number ? (
          <p className={styles.number} data-copyable>
            {receipt.number}
          </p>
        ) : (
          <p className={styles.waiting}>{m.consult_kept_text()}</p>
        )}
      </div>
      <ol className={styles.steps}>
        {[m.consult_done_first(), m.consult_done_second(), m.consult_done_third()].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className={styles.acts}>{acts}</div>
    </div>
  )
}
