import { eq, sql } from 'drizzle-orm'
import type { BankAccount } from '#kit/bank-account.ts'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { encryptAccount } from '#kit/server/records/encrypt-account.ts'
import { lockOrder } from '#shop/orders/server/find-order.ts'
import { shopOrders } from '#shop/orders/table.ts'
import { type Method, paymentMethodRules } from '../rules.ts'
import { shopPayments } from '../table.ts'
import { encryptionLabel } from './read-refund-account.ts'

/** Returns the attempt that paid an order by card and the amount not refunded yet; null if none did. */
export const readCardBalance = async (
  context: Context,
  order: string,
): Promise<{ attempt: string; left: number } | null> => {
  const { rows } = await context.database.execute<{ attempt: string; left: string }>(sql`
    SELECT attempt_id AS attempt, sum(CASE kind WHEN 'payment' THEN amount ELSE -amount END)::text AS left
    FROM shop_payments WHERE order_id = ${order}::uuid AND attempt_id IS NOT NULL GROUP BY attempt_id`)
  const [card] = rows
  return card ? { attempt: card.attempt, left: Math.max(Number(card.left), 0) } : null
}

/**
 * True if part of an amount must be refunded by transfer and an account is needed: the card covers only what it paid,
 * less refunds and the amounts of open returns and exchanges.
 */
export const needsRefundAccount = async (context: Context, order: string, amount: number): Promise<boolean> => {
  if (amount <= 0) return false
  const card = await readCardBalance(context, order)
  if (!card) return true
  const { rows } = await context.database.execute<{ sum: string }>(sql`
    SELECT ((SELECT coalesce(sum((slip ->> 'total')::bigint), 0) FROM shop_returns
        WHERE order_id = ${order}::uuid AND state IN ('asked', 'collected'))
      - (SELECT coalesce(sum(balance), 0) FROM shop_exchanges
        WHERE order_id = ${order}::uuid AND state IN ('asked', 'collected') AND balance < 0))::text AS sum`)
  return amount > card.left - Number(rows[0]?.sum ?? 0)
}

/**
 * Refunds money the way it was paid: up to the card payment to the card, the rest by transfer. Constraints reject more
 * than was paid, and more to a card than it paid. Requires a transaction.
 */
export const refundPayment = async (
  context: Context,
  {
    order,
    returnId = null,
    exchangeId = null,
    byHand = false,
    amount,
    account,
  }: {
    order: string
    returnId?: string | null
    exchangeId?: string | null
    /** Forces a transfer, for money that came by transfer although the order was paid by card. */
    byHand?: boolean
    amount: number
    account: BankAccount | null
  },
): Promise<void> => {
  if (amount === 0) return
  // The amount left on the card stays valid until the refund is written.
  await lockOrder(context, eq(shopOrders.id, order))
  const card = byHand ? null : await readCardBalance(context, order)
  const toCard = Math.min(amount, card?.left ?? 0)
  const about = { orderId: order, returnId, exchangeId }
  if (card && toCard > 0) await writeRefund(context, { ...about, amount: toCard, attemptId: card.attempt })
  if (amount > toCard) await writeRefund(context, { ...about, amount: amount - toCard, account })
}

interface RefundPart {
  orderId: string
  returnId: string | null
  exchangeId: string | null
  amount: number
  /** Set for a refund to a card. */
  attemptId?: string
  /** Set for a refund by transfer. */
  account?: BankAccount | null
}

const writeRefund = async (context: Context, { attemptId, account, ...part }: RefundPart): Promise<void> => {
  const method: Method = attemptId ? 'card' : 'bank'
  const now = context.now()
  const id = context.newId()
  try {
    await context.database.insert(shopPayments).values({
      ...part,
      id,
      kind: 'refund',
      method,
      attemptId: attemptId ?? null,
      sealed: account ? encryptAccount(context, encryptionLabel(id), account) : null,
      createdAt: now,
      updatedAt: now,
    })
  } catch (error) {
    if (!violatedConstraint(error).startsWith('shop_payments_')) throw error
    throw new AppError('conflict', { fields: { state: 'order_state' } })
  }
  // The job runs after the commit and is retried until the provider has answered.
  if (paymentMethodRules[method].refundsByItself)
    await context.services.jobs.add(context.database, 'sendCardRefund', { id }, { key: `refund ${id}` })
}
