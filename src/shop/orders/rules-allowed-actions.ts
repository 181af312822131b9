import type { Order, OrderLine } from './contract-records.ts'
import { customerCancellable, faultDays } from './rules.ts'
import { endOfClaimTerm } from './rules-claim-term.ts'
import type { OrderRow } from './table.ts'

/** Returns what the customer can do with an order now. `open`: number of open returns and exchanges. */
export const allowedActions = (row: OrderRow, lines: readonly OrderLine[], open: number, now: Date): Order['may'] => {
  const isReturnable =
    ['delivered', 'confirmed'].includes(row.state) &&
    row.deliveredAt !== null &&
    now <= endOfClaimTerm(row.deliveredAt, faultDays) &&
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
