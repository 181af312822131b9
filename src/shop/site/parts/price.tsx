import { groupDigits } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { formatPercent } from '../format/format-sums.ts'
import styles from './price.module.css'

interface PriceProps {
  /** Current price in won. */
  sum: number
  /** Price in won before the product's discount; equal without one. */
  before?: number
  /** The product's discount in hundredths of a percent. */
  discount?: number
  large?: boolean
}

/** Price, with the discount before it and the old price struck through after it if reduced. */
export function Price({ sum, before = sum, discount = 0, large = false }: PriceProps) {
  return (
    <span className={styles.price} data-large={large || undefined}>
      {discount > 0 && <span className={styles.discount}>{formatPercent(discount)}</span>}
      <span className={styles.sum}>
        {groupDigits(sum)}
        <span className={styles.currency}>{m.shop_currency()}</span>
      </span>
      {before > sum && (
        <s className={styles.before}>
          <VisuallyHidden>{m.shop_price_before()} </VisuallyHidden>
          {groupDigits(before)}
        </s>
      )}
    </span>
  )
}
