import type { Order, OrderLine } from './contract-records.ts'
import { customerCancellable, faultDays } from './rules.ts'
import { endOfClaimTerm } from './rules-claim-term.ts'
import type { OrderRow } from './table.ts'

interface Claims {
  /** Number of open returns and exchanges. */
  open: number
  /** When the latest term for returns begins; null before delivery. */
  termStart: Date | null
}

/** Returns what the customer can do with an order now. */
export const allowedActions = (
  row: OrderRow,
  lines: readonly OrderLine[],
  { open, termStart }: Claims,
  now: Date,
): Order['may'] => {
  const isReturnable =
    ['delivered', 'confirmed'].includes(row.state) &&
    termStart !== null &&
    now <= endOfClaimTerm(termStart, faultDays) &&
    lines.some(({ quantity, returning }) => returning < quantity)
  return {
    cancel: customerCancellable.includes(row.state),
    payOtherwise: row.state === 'ordered' && now < row.payUntil,
    moveTo: row.way === 'parcel' && customerCancellable.includes(row.state),
    // Same conditions as for setting the recipient (issue-tax-invoice.ts).
    invoiceTo:
      row.payment === 'bank' &&
      row.state !== 'cancelled' &&
      (row.taxInvoice !== null || row.state !== 'confirmed') &&
      row.total > 0 &&
      row.receipt === null &&
      row.taxApproval === '',
    confirm: row.state === 'delivered' && open === 0,
    return: isReturnable,
    // Exchanges need a product that still exists.
    exchange:
      isReturnable && lines.some(({ product, quantity, returning }) => product !== null && returning < quantity),
  }
}
