import { and, eq, isNull } from 'drizzle-orm'
import { lockText, unlockText } from '#kit/auth/vault.ts'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { type PaymentRow, shopPayments } from './table.ts'

export { cardProvider } from './service-provider.ts'

/** Where money goes back to after a transfer. */
export interface Account {
  bank: string
  number: string
  holder: string
}

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

/** An account as it is kept: encrypted for one record. */
export const sealAccount = (context: Context, label: string, account: Account): Buffer =>
  lockText(context.services.vault, JSON.stringify(account), label)

export const openAccount = (context: Context, label: string, sealed: Buffer): Account =>
  JSON.parse(unlockText(context.services.vault, sealed, label)) as Account

/** The account of a refund; null where none was given. */
export const accountOf = (context: Context, { id, sealed }: PaymentRow): Account | null =>
  sealed ? openAccount(context, labelOf(id), sealed) : null

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

/** Gives money back the way it was paid; the database refuses more than was paid. */
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
    account: Account | null
  },
): Promise<void> => {
  if (amount === 0) return
  const [paid] = await context.database
    .select({ method: shopPayments.method, attempt: shopPayments.attemptId })
    .from(shopPayments)
    .where(and(eq(shopPayments.orderId, order), eq(shopPayments.kind, 'payment'), isNull(shopPayments.exchangeId)))
  const attempt = byHand ? null : (paid?.attempt ?? null)
  const method: Method = attempt ? 'card' : 'bank'
  const now = context.now()
  const id = context.newId()
  try {
    await context.database.insert(shopPayments).values({
      id,
      orderId: order,
      returnId,
      kind: 'refund',
      method,
      amount,
      attemptId: attempt,
      exchangeId,
      sealed: account && method === 'bank' ? sealAccount(context, labelOf(id), account) : null,
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
