import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { ProviderUnsure } from '#kit/ports/provider-call.ts'
import type { Context } from '#kit/server/context.ts'
import { type OrderRow, shopOrders } from '#shop/orders/table.ts'
import { CardRefused } from '../rules-card-provider.ts'
import type { CardAttemptRow } from '../table.ts'
import { assertProvider } from './choose-provider.ts'
import { findAttempt } from './find-attempt.ts'
import { settleAttempt } from './settle-attempt.ts'

interface EndedAttempt {
  key: string | null
  /** Error code that the provider gave the browser; null if none. */
  code: string | null
}

/** True if the order still accepts a payment; checked before the provider takes the money. */
const isWaiting = async (context: Context, { orderId }: CardAttemptRow): Promise<boolean> =>
  (await context.database.$count(
    shopOrders,
    and(
      eq(shopOrders.id, orderId),
      eq(shopOrders.state, 'ordered'),
      sql`${shopOrders.payUntil} > ${context.now().toISOString()}::timestamptz`,
    ),
  )) > 0

/**
 * Ends an attempt after the provider's window closed. The browser's report is only a hint: the provider is queried, and
 * with a key it takes the money that the customer agreed to. Throws `unavailable` if the provider does not answer; the
 * payment may still have happened, which `checkAttempts` finds out.
 */
export const endAttempt = async (
  context: Context,
  order: OrderRow,
  id: string,
  ended: EndedAttempt,
): Promise<CardAttemptRow> => {
  const attempt = await findAttempt(context, id, order.id)
  // A failed attempt may turn out to be paid; a repeated failure is not recorded again.
  if (attempt.state !== 'open' && (attempt.state !== 'failed' || ended.code !== null)) return attempt
  const provider = assertProvider(context)
  const key = ended.code === null ? ended.key : null
  try {
    const shouldCapture = key !== null && (await isWaiting(context, attempt))
    const payment = shouldCapture
      ? await provider.complete({ attempt: id, key, amount: attempt.amount })
      : await provider.read({ attempt: id, key: ended.key })
    if (payment && payment.status !== 'open') return settleAttempt(context, id, payment)
  } catch (error) {
    if (error instanceof ProviderUnsure) {
      context.services.log.warn({ attempt: id, cause: error.message }, 'the provider of cards gave no answer')
      throw new AppError('unavailable')
    }
    if (!(error instanceof CardRefused)) throw error
    return settleAttempt(context, id, { status: 'failed', key: null, amount: 0, returned: [], refusal: error.refusal })
  }
  if (ended.code === null) return attempt
  return settleAttempt(context, id, {
    status: 'failed',
    key: null,
    amount: 0,
    returned: [],
    refusal: { code: ended.code, text: '' },
  })
}
