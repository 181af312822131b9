import { and, eq, type SQL, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write.ts'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records.ts'
import { numberOf } from './rules.ts'
import type { InvoiceState } from './rules-invoice.ts'
import { findOrder } from './service-read.ts'
import { type OrderRow, shopOrders } from './table.ts'

/** What is asked for as proof of payment. The slip of a card is one already, and there is one of each payment. */
export const requireProof = ({
  receipt,
  taxInvoice,
  payment,
}: {
  receipt: object | null
  taxInvoice: object | null
  payment: OrderRow['payment']
}): void => {
  if (receipt && taxInvoice) throw new AppError('invalid', { fields: { receipt: 'order_proof' } })
  if (payment === 'card' && (receipt || taxInvoice))
    throw new AppError('invalid', { fields: { [receipt ? 'receipt' : 'taxInvoice']: 'order_proof_card' } })
}

/** Money came by transfer and was not all given back, and the order was not cancelled. */
const isIssuable = sql`(${shopOrders.taxInvoice} IS NOT NULL AND ${shopOrders.payment} = 'bank'
  AND ${shopOrders.paidAt} IS NOT NULL AND ${shopOrders.state} <> 'cancelled'
  AND ${shopOrders.total} > (SELECT coalesce(sum(refund.amount), 0) FROM shop_payments AS refund
    WHERE refund.order_id = ${shopOrders.id} AND refund.kind = 'refund'))`

export const invoiceIs = (state: InvoiceState): SQL =>
  state === 'due' ? sql`(${isIssuable} AND ${shopOrders.taxApproval} = '')` : sql`${shopOrders.taxApproval} <> ''`

/**
 * Notes under which number a tax invoice was issued, or corrects it: `before` is the number that was seen, empty where
 * there was none. Throws `conflict` where none can be issued, another was noted meanwhile, or it is another order's.
 */
export const issueInvoice = async (
  within: Context,
  id: string,
  { approval, before }: { approval: string; before: string },
): Promise<void> => {
  const [row] = await changeRows(within, shopOrders, {
    taxApproval: approval,
    taxIssuedAt: sql`coalesce(${shopOrders.taxIssuedAt}, ${within.now().toISOString()}::timestamptz)`,
  })
    .where(
      and(
        eq(shopOrders.id, id),
        eq(shopOrders.taxApproval, before),
        // A number that was mistyped is corrected whatever became of the order.
        before === '' ? isIssuable : sql`${shopOrders.taxInvoice} IS NOT NULL`,
      ),
    )
    .returning()
    .catch((error: unknown) => {
      if (violatedConstraint(error) !== 'shop_orders_tax_approval') throw error
      throw new AppError('conflict', { fields: { approval: 'order_approval_used' } })
    })
  if (!row) {
    await findOrder(within, eq(shopOrders.id, id))
    throw new AppError('conflict', { fields: { approval: 'order_invoice' } })
  }
  const people = row.userId
    ? { users: [row.userId], scope: 'console:shop' as const }
    : { scope: 'console:shop' as const }
  await publishEvent(within, people, { topic: 'orders', id: row.id })
  await writeAudit(within, {
    action: 'invoiced',
    entity: 'orders',
    entityId: row.id,
    summary: numberOf(row),
    before: { approval: before },
    after: { approval },
  })
}
