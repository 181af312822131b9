import { eq } from 'drizzle-orm'
import { lockText, unlockText } from '#kit/auth/vault.ts'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { type PaymentRow, shopPayments } from './table.ts'

/** Where money goes back to after a transfer. */
export interface Account {
  bank: string
  number: string
  holder: string
}

/** A way to pay. A refund goes the way the money came. */
export interface PaymentMethod {
  /** Whether money goes back by itself; otherwise somebody sends it, and notes that. */
  refundsAtOnce: boolean
}

/** Further ways are added here; each keeps its own facts. */
export const methods = { bank: { refundsAtOnce: false } } as const satisfies Record<string, PaymentMethod>
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
  { order, amount, method, note }: { order: string; amount: number; method: Method; note: string },
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
      doneAt: now,
      createdAt: now,
      updatedAt: now,
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'shop_payments_once') throw error
    throw new AppError('conflict', { fields: { state: 'order_state' } })
  }
}

/** Gives money back the way it was paid; the database refuses more than was paid. */
export const giveBack = async (
  context: Context,
  {
    order,
    returnId = null,
    amount,
    account,
  }: { order: string; returnId?: string | null; amount: number; account: Account | null },
): Promise<void> => {
  if (amount === 0) return
  const [paid] = await context.database
    .select({ method: shopPayments.method })
    .from(shopPayments)
    .where(eq(shopPayments.orderId, order))
  const method: Method = paid?.method === 'bank' ? paid.method : 'bank'
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
      doneAt: methods[method].refundsAtOnce ? now : null,
      sealed: account && sealAccount(context, labelOf(id), account),
      createdAt: now,
      updatedAt: now,
    })
  } catch (error) {
    if (!violatedConstraint(error).startsWith('shop_payments_')) throw error
    throw new AppError('conflict', { fields: { state: 'order_state' } })
  }
}
