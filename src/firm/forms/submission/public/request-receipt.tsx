import { type ReactNode, useEffect, useRef } from 'react'
import { m } from '#messages/messages.js'
import type { Receipt } from '../contract.ts'
import styles from './form-result.module.css'

interface RequestReceiptProps {
  receipt: Receipt
  /** True if the receipt is also sent by e-mail. */
  mailed: boolean
  focus: boolean
  /** Heading level. */
  heading: 'h2' | 'h3'
  acts: ReactNode
}

/** Receipt in place of the form: the number and the next steps. It takes the focus. */
export function RequestReceipt({ receipt, mailed, focus, heading: Heading, acts }: RequestReceiptProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus) title.current?.focus()
  }, [focus])
  const note = mailed && receipt.number ? `${m.consult_done_first()} ${m.consult_done_mail()}` : m.consult_done_first()
  return (
    <div className={styles.received}>
      <Heading ref={title} className={styles.done} tabIndex={-1}>
        {receipt.number ? m.consult_done_title() : m.consult_kept_title()}
      </Heading>
      <div role="status">
        {receipt.number ? (
          <p className={styles.number} data-copyable>
            {receipt.number}
          </p>
        ) : (
          <p className={styles.waiting}>
            {mailed ? `${m.consult_kept_text()} ${m.consult_kept_mail()}` : m.consult_kept_text()}
          </p>
        )}
      </div>
      <ol className={styles.steps}>
        {[note, m.consult_done_second(), m.consult_done_third()].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className={styles.acts}>{acts}</div>
    </div>
  )
}
