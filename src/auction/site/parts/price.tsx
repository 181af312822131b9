import { groupDigits } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import styles from './price.module.css'

/** An amount with its currency in small type. */
export function Price({ sum, large = false }: { sum: number; large?: boolean }) {
  return (
    <span className={styles.price} data-large={large || undefined}>
      {groupDigits(sum)}
      <span className={styles.currency}>{m.auction_currency()}</span>
    </span>
  )
}
