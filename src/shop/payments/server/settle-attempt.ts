import { and, eq, sql } from 'drizzle-orm'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { type CardFailure, cardMinutes } from '#shop/orders/rules.ts'
import { confirmCardPayment } from '#shop/orders/server/change-order-state.ts'
import { mapFailure } from '../rules.ts'
import type { CardPayment } from '../rules-card-provider.ts'
import { type CardAttemptRow, shopCardAttempts } from '../table.ts'
import { recordProviderRefund } from './record-provider-refund.ts'

export const minute = 60_000

/** Records a failure; the first one of an order extends its deadline. */
const recordFailure = async (
  within: Context,
  attempt: CardAttemptRow,
  fault: CardFailure,
  text: string,
): Promise<void> => {
  const [row] = await changeRows(within, shopCardAttempts, { state: 'failed', refusal: fault, refusalText: text })
    .where(and(eq(shopCardAttempts.id, attempt.id), eq(shopCardAttempts.state, 'open')))
    .returning()
  if (!row) return
  const until = new Date(within.now().getTime() + cardMinutes * minute).toISOString()
  await within.database.execute(sql`
    UPDATE shop_orders SET pay_until = greatest(pay_until, ${until}::timestamptz)
    WHERE id = ${attempt.orderId}::uuid AND state = 'ordered' AND payment = 'card'
      AND NOT EXISTS (SELECT FROM shop_card_attempts
        WHERE order_id = ${attempt.orderId}::uuid AND state = 'failed' AND id <> ${attempt.id}::uuid)`)
}

/** Marks a payment that the order does not accept as stray and queues its full refund. */
const markStray = async (within: Context, attempt: CardAttemptRow, payment: CardPayment, fault: CardFailure) => {
  const values = { state: 'stray', refusal: fault, paymentKey: payment.key, received: payment.amount } as const
  await changeRows(within, shopCardAttempts, values).where(eq(shopCardAttempts.id, attempt.id))
  await within.services.jobs.add(within.database, 'returnStray', { id: attempt.id }, { key: `stray ${attempt.id}` })
}

const isConflict = (error: unknown) => error instanceof AppError && error.code === 'conflict'

/**
 * Applies a provider's report on an attempt, whatever its source and however often it comes: the first report of a
 * payment marks the order as paid. A wrong amount, or a payment that the order no longer accepts, is refunded.
 */
export const settleAttempt = (context: Context, id: string, payment: CardPayment): Promise<CardAttemptRow> =>
  context.transaction(async (within) => {
    const [attempt] = await within.database
      .select()
      .from(shopCardAttempts)
      .where(eq(shopCardAttempts.id, id))
      .for('update')
    if (!attempt) throw new AppError('not_found')
    if (attempt.state === 'paid') await recordProviderRefund(within, attempt, payment)
    const isDecided = attempt.state !== 'open' && attempt.state !== 'failed'
    if (isDecided || payment.status === 'open') return attempt
    if (payment.status === 'failed') {
      const { code, text } = payment.refusal ?? { code: '', text: '' }
      await recordFailure(within, attempt, mapFailure(code), text)
    } else if (payment.amount !== attempt.amount) await markStray(within, attempt, payment, 'amount')
    else
      try {
        await within.transaction(async (inner) => {
          await changeRows(inner, shopCardAttempts, {
            state: 'paid',
            paymentKey: payment.key,
            refusal: '',
            refusalText: '',
          }).where(eq(shopCardAttempts.id, id))
          await confirmCardPayment(inner, attempt)
        })
      } catch (error) {
        // Paid by another attempt at the same moment, or cancelled.
        if (!isConflict(error) && violatedConstraint(error) !== 'shop_card_attempts_once') throw error
        await markStray(within, attempt, payment, 'late')
      }
    const [row] = await within.database.select().from(shopCardAttempts).where(eq(shopCardAttempts.id, id))
    return row ?? attempt
  })
