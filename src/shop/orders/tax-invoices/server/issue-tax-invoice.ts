import { isDeepStrictEqual } from 'node:util'
import { and, eq, gt, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { formatOrderNumber } from '../../rules.ts'
import { findOrder } from '../../server/find-order.ts'
import { sendOrderMail } from '../../server/send-order-mail.ts'
import { type OrderRow, shopOrders } from '../../table.ts'
import type { TaxInvoiceInput } from '../contract.ts'
import { formatApproval, type InvoiceState } from '../rules.ts'

/** Checks the requested proof of payment: one at most, and none for a card, whose slip is the proof. */
export const assertProof = ({
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

/** An invoice can be issued: paid by transfer, not fully refunded, not cancelled. */
const isIssuable = sql`(${shopOrders.taxInvoice} IS NOT NULL AND ${shopOrders.payment} = 'bank'
  AND ${shopOrders.paidAt} IS NOT NULL AND ${shopOrders.state} <> 'cancelled'
  AND ${shopOrders.total} > (SELECT coalesce(sum(refund.amount), 0) FROM shop_payments AS refund
    WHERE refund.order_id = ${shopOrders.id} AND refund.kind = 'refund'))`

export const invoiceCondition = (state: InvoiceState): SQL =>
  state === 'due' ? sql`(${isIssuable} AND ${shopOrders.taxApproval} = '')` : sql`${shopOrders.taxApproval} <> ''`

const publishOrder = (within: Context, { id, userId }: OrderRow): Promise<void> =>
  publishEvent(within, { scope: 'console:shop', ...(userId && { users: [userId] }) }, { topic: 'orders', id })

/**
 * Sets the recipient of an order's tax invoice; null removes the request. Throws `conflict` if the invoice is issued or
 * impossible: card payment, cash receipt, nothing paid, cancelled order, or a first request after confirmation.
 */
export const setInvoiceRecipient = async (
  within: Context,
  where: SQL | undefined,
  taxInvoice: OrderRow['taxInvoice'],
): Promise<void> => {
  const [row] = await changeRows(within, shopOrders, { taxInvoice })
    .where(
      and(
        where,
        eq(shopOrders.payment, 'bank'),
        eq(shopOrders.taxApproval, ''),
        ne(shopOrders.state, 'cancelled'),
        or(isNotNull(shopOrders.taxInvoice), ne(shopOrders.state, 'confirmed')),
        gt(shopOrders.total, 0),
        isNull(shopOrders.receipt),
      ),
    )
    .returning()
  if (!row) {
    await findOrder(within, where)
    throw new AppError('conflict', { fields: { taxInvoice: 'order_invoice_final' } })
  }
  await publishOrder(within, row)
}

/**
 * Records or corrects the approval number of a tax invoice: `before` is the number that staff saw, empty for none.
 * Throws `conflict` if no invoice can be issued, the number changed meanwhile or belongs to another order, or the
 * recipient is not `madeOutTo` any more.
 */
export const issueInvoice = async (
  within: Context,
  id: string,
  { approval, before, madeOutTo }: { approval: string; before: string; madeOutTo?: TaxInvoiceInput | undefined },
): Promise<void> => {
  const [row] = await changeRows(within, shopOrders, {
    taxApproval: approval,
    taxIssuedAt: sql`coalesce(${shopOrders.taxIssuedAt}, ${within.now().toISOString()}::timestamptz)`,
  })
    .where(
      and(
        eq(shopOrders.id, id),
        eq(shopOrders.taxApproval, before),
        // A typo can be corrected whatever the state of the order.
        before === '' ? isIssuable : sql`${shopOrders.taxInvoice} IS NOT NULL`,
        madeOutTo && sql`${shopOrders.taxInvoice} = ${JSON.stringify(madeOutTo)}::jsonb`,
      ),
    )
    .returning()
    .catch((error: unknown) => {
      if (violatedConstraint(error) !== 'shop_orders_tax_approval') throw error
      throw new AppError('conflict', { fields: { approval: 'order_approval_used' } })
    })
  if (!row) {
    const { taxInvoice } = await findOrder(within, eq(shopOrders.id, id))
    const isOther = madeOutTo && taxInvoice && !isDeepStrictEqual(taxInvoice, madeOutTo)
    throw new AppError('conflict', { fields: { approval: isOther ? 'order_invoice_changed' : 'order_invoice' } })
  }
  await publishOrder(within, row)
  await sendOrderMail(within, row, before === '' ? 'invoiced' : 'invoiceCorrected', { note: formatApproval(approval) })
  await writeAudit(within, {
    action: 'invoiced',
    entity: 'orders',
    entityId: row.id,
    summary: formatOrderNumber(row),
    before: { approval: before },
    after: { approval },
  })
}
