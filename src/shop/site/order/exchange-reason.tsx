import type { ReactNode } from 'react'
import { m } from '#messages/messages.js'
import { type ReturnReason, returnReasons } from '../../returns/contract.ts'
import fields from '../parts/form.module.css'
import { reasonWords } from './reason-words.ts'
import styles from './return.module.css'

interface ReasonProps {
  reason: ReturnReason | undefined
  onReason: (reason: ReturnReason) => void
  text: string
  onText: (text: string) => void
  /** Photographs of a fault. */
  children: ReactNode
}

/** Why something is exchanged: who pays the parcels follows from it. */
export function ExchangeReason({ reason, onReason, text, onText, children }: ReasonProps) {
  return (
    <section className={styles.part} aria-labelledby="exchange-reason">
      <h2 id="exchange-reason">{m.shop_exchange_reason()}</h2>
      <div className={fields.fields} role="radiogroup" aria-labelledby="exchange-reason">
        {returnReasons.map((one) => (
          <label key={one} className={fields.tile}>
            <input type="radio" name="reason" checked={reason === one} onChange={() => onReason(one)} />
            <span>
              {reasonWords[one][0]()}
              <small>{reasonWords[one][1]()}</small>
            </span>
          </label>
        ))}
      </div>
      {reason && (
        <div className={styles.more}>
          <label className={fields.area}>
            {reason === 'fault' ? m.shop_return_fault_text() : m.shop_return_text()}
            <textarea rows={4} maxLength={2000} value={text} onChange={({ target }) => onText(target.value)} />
          </label>
          {children}
        </div>
      )}
    </section>
  )
}
