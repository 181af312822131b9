import { m } from '#messages/messages.js'
import { groupDigits } from '#ui/format/format-number.ts'
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
