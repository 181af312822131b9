import { eq, sql } from 'drizzle-orm'
import { type BankAccount, maskAccount } from '#kit/bank-account.ts'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { decryptAccount, encryptAccount } from '#kit/server/records/encrypt-account.ts'
import { shopOrders } from '#shop/orders/table.ts'
import { type PaymentRow, shopPayments } from '../table.ts'

export { cardProvider } from './choose-provider.ts'

/** A way to pay. A refund goes the way the money came. */
export interface PaymentMethod {
  /** Whether a job sends money back; otherwise somebody does, and notes that. */
  refundsByItself: boolean
}

/** Further ways are added here; each keeps its own facts. */
export const methods = {
  bank: { refundsByItself: false },
  card: { refundsByItself: true },
} as const satisfies Record<string, PaymentMethod>
export type Method = keyof typeof methods

const labelOf = (id: string): string => `shop_payments:${id}`

/** The account of a refund; null where none was given. */
export const accountOf = (context: Context, { id, sealed }: PaymentRow): BankAccount | null =>
  sealed && decryptAccount(context, labelOf(id), sealed)

/** The same with all digits but the last four hidden. */
export const maskedAccountOf = (context: Context, row: PaymentRow): BankAccount | null => {
  const account = accountOf(context, row)
  return account && maskAccount(account)
}

/** Notes that an order was paid, once. Nothing is noted of an order that costs nothing. */
export const notePayment = async (
  context: Context,
  {
    order,
    amount,
    method,
    note,
    attempt = null,
    exchange = null,
  }: {
    order: string
    amount: number
    method: Method
    note: string
    attempt?: string | null
    /** What was paid beside the order, for an exchange. */
    exchange?: string | null
  },
): Promise<void> => {
  if (amount === 0) return
  const now = context.now()
  try {
    await context.database.insert(shopPayments).values({
      id: context.newId(),
      orderId: order,
      kind: 'payment',
      method,
      amount,
      note,
      attemptId: attempt,
      exchangeId: exchange,
      doneAt: now,
      createdAt: now,
      updatedAt: now,
    })
  } catch (error) {
    if (!['shop_payments_once', 'shop_payments_exchange'].includes(violatedConstraint(error))) throw error
    throw new AppError('conflict', { fields: { state: 'order_state' } })
  }
}

/** The attempt by which a card paid an order, and what of it has not gone back yet; null where none did. */
export const cardOf = async (context: Context, order: string): Promise<{ attempt: string; left: number } | null> => {
  const { rows } = await context.database.execute<{ attempt: string; left: string }>(sql`
    SELECT attempt_id AS attempt, sum(CASE kind WHEN 'payment' THEN amount ELSE -amount END)::text AS left
    FROM shop_payments WHERE order_id = ${order}::uuid AND attempt_id IS NOT NULL GROUP BY attempt_id`)
  const [card] = rows
  return card ? { attempt: card.attempt, left: Math.max(Number(card.left), 0) } : null
}

/**
 * Whether a part of a sum would go back by transfer, to an account that has to be named: all that the card that paid has
 * not, once it has taken back what other returns and exchanges of the order are asked for.
 */
export const needsAccount = async (context: Context, order: string, amount: number): Promise<boolean> => {
  if (amount <= 0) return false
  const card = await cardOf(context, order)
  if (!card) return true
  const { rows } = await context.database.execute<{ sum: string }>(sql`
    SELECT ((SELECT coalesce(sum((slip ->> 'total')::bigint), 0) FROM shop_returns
        WHERE order_id = ${order}::uuid AND state IN ('asked', 'collected'))
      - (SELECT coalesce(sum(balance), 0) FROM shop_exchanges
        WHERE order_id = ${order}::uuid AND state IN ('asked', 'collected') AND balance < 0))::text AS sum`)
  return amount > card.left - Number(rows[0]?.sum ?? 0)
}

/** Holds an order: what is left on its card holds until it is written. */
export const holdOrder = async (context: Context, id: string): Promise<void> => {
  await context.database
    .select({ id: shopOrders.id })
    .from(shopOrders)
    .where(eq(shopOrders.id, id))
    .for('no key update')
}

/**
 * Gives money back the way it was paid: to the card as much as it paid, the rest by transfer. The database refuses more
 * than was paid, and to a card more than came from it. To be called in a transaction.
 */
export const giveBack = async (
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
    /** What came by transfer goes back by one, also where the order was paid by card. */
    byHand?: boolean
    amount: number
    account: BankAccount | null
  },
): Promise<void> => {
  if (amount === 0) return
  await holdOrder(context, order)
  const card = byHand ? null : await cardOf(context, order)
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
  /** Of a card that it goes back to. */
  attemptId?: string
  /** Of a transfer. */
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
      sealed: account ? encryptAccount(context, labelOf(id), account) : null,
      createdAt: now,
      updatedAt: now,
    })
  } catch (error) {
    if (!violatedConstraint(error).startsWith('shop_payments_')) throw error
    throw new AppError('conflict', { fields: { state: 'order_state' } })
  }
  // Sent after the commit, and again until the provider has answered.
  if (methods[method].refundsByItself)
    await context.services.jobs.add(context.database, 'sendCardRefund', { id }, { key: `refund ${id}` })
}
