import { formatLongDate } from '#content/site/site-shell/format-dates.ts'
import { m } from '#messages/messages.js'
import type { Order } from '#shop/orders/contract-records.ts'
import { formatApproval } from '../../orders/tax-invoices/rules.ts'

/** Returns the state of an order's tax invoice as text. */
export const describeInvoice = (
  { paidAt, state }: Pick<Order, 'paidAt' | 'state'>,
  { issuedAt, approval, email }: NonNullable<Order['taxInvoice']>,
): string => {
  if (issuedAt) return m.shop_invoice_issued({ day: formatLongDate(issuedAt), approval: formatApproval(approval) })
  if (state === 'cancelled') return email
  return `${email}, ${paidAt ? m.shop_invoice_waiting() : m.shop_invoice_due()}`
}
