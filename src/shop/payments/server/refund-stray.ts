import { and, eq } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { findOrder } from '#shop/orders/server/find-order.ts'
import { sendOrderMail } from '#shop/orders/server/send-order-mail.ts'
import { shopOrders } from '#shop/orders/table.ts'
import { CardRefused } from '../rules-card-provider.ts'
import { type CardAttemptRow, shopCardAttempts } from '../table.ts'
import { findAttempt } from './find-attempt.ts'
import { cancelAtProvider } from './refund-card.ts'

const isStray = (id: string) => and(eq(shopCardAttempts.id, id), eq(shopCardAttempts.state, 'stray'))

/** Marks a stray payment as refunded and notifies the customer. Returns the attempt; undefined if it is not stray. */
export const closeStray = async (within: Context, id: string): Promise<CardAttemptRow | undefined> => {
  const [row] = await changeRows(within, shopCardAttempts, { state: 'returned' }).where(isStray(id)).returning()
  if (!row) return undefined
  const order = await findOrder(within, eq(shopOrders.id, row.orderId))
  // `received` is 0 for payments in another currency.
  await sendOrderMail(within, order, 'cardReturned', { amount: row.received || row.amount })
  return row
}

/** Refunds a stray payment. If the provider refuses, its message is stored and staff take over. */
export const refundStray = async (context: Context, id: string): Promise<void> => {
  const attempt = await findAttempt(context, id, undefined)
  if (attempt.state !== 'stray') return
  try {
    await cancelAtProvider(context, attempt, { id, amount: null })
  } catch (error) {
    if (!(error instanceof CardRefused)) throw error
    await changeRows(context, shopCardAttempts, { refusalText: error.message.slice(0, 300) }).where(isStray(id))
    context.services.log.error({ attempt: id, cause: error.message }, 'the provider does not give stray money back')
    return
  }
  await context.transaction((within) => closeStray(within, id))
}
