import { m } from '#messages/messages.js'
import { grouped } from '#ui/format/format-number.ts'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { percent } from '../format/format-sums.ts'
import styles from './price.module.css'

interface PriceProps {
  /** Won that are asked now. */
  sum: number
  /** Won before the discount of the product; the same where there is none. */
  before?: number
  /** Hundredths of a percent that the product's own discount takes off. */
  discount?: number
  large?: boolean
}

/** A price; the per cent before it and the old price struck behind it where the product is reduced. */
export function Price({ sum, before = sum, discount = 0, large = false }: PriceProps) {
  return (
    <span className={styles.price} data-large={large || undefined}>
      {discount > 0 && <span className={styles.discount}>{percent(discount)}</span>}
      <span className={styles.sum}>
        {grouped(sum)}
        <span className={styles.currency}>{m.shop_currency()}</span>
      </span>
      {before > sum && (
        <s className={styles.before}>
          <VisuallyHidden>{m.shop_price_before()} </VisuallyHidden>
          {grouped(before)}
        </s>
      )}
    </span>
  )
}
