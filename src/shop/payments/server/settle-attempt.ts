import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import { ProviderUnsure } from '#kit/ports/provider-call.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import type { CardFailure } from '#shop/orders/contract.ts'
import { cardMinutes, formatOrderNumber } from '#shop/orders/rules.ts'
import { confirmCardPayment } from '#shop/orders/server/change-order-state.ts'
import { findOrder, readLines } from '#shop/orders/server/present-orders.ts'
import { sendOrderMail } from '#shop/orders/server/send-order-mail.ts'
import { type OrderRow, shopOrders } from '#shop/orders/table.ts'
import { mapFailure } from '../rules.ts'
import { type CardPayment, type CardProvider, CardRefused, type CardWebhook } from '../rules-card-provider.ts'
import { type CardAttemptRow, shopCardAttempts, shopPayments } from '../table.ts'
import { findCardProvider } from './choose-provider.ts'
import { recordProviderRefund } from './record-provider-refund.ts'

const minute = 60_000

/** Returns the configured card provider; throws `conflict` if there is none. */
export const assertProvider = (context: Context): CardProvider => {
  const provider = findCardProvider(context.services.settings.cardUrl)
  if (!provider) throw new AppError('conflict', { fields: { payment: 'order_card' } })
  return provider
}

/** Returns the order title that the provider's window shows, at most 90 characters. */
const formatOrderTitle = async (context: Context, order: OrderRow): Promise<string> => {
  const [first, ...others] = await readLines(context, [order.id])
  const name = textIn(order.locale, first?.title)
  return (others.length > 0 ? `${name} +${others.length}` : name).slice(0, 90)
}

/** Opens a card payment attempt for an order that waits for one. The amount is the order's total. */
export const openAttempt = async (context: Context, where: SQL | undefined) => {
  const order = await findOrder(context, where)
  const provider = assertProvider(context)
  const now = context.now()
  const id = context.newId()
  // One statement: the order may be paid or cancelled concurrently.
  const { rows } = await context.database.execute(sql`
    INSERT INTO shop_card_attempts (id, order_id, provider, amount, state, created_at, updated_at)
    SELECT ${id}::uuid, id, ${provider.name}, total, 'open', ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    FROM shop_orders WHERE id = ${order.id}::uuid AND state = 'ordered' AND payment = 'card'
      AND pay_until > ${now.toISOString()}::timestamptz FOR UPDATE
    RETURNING id`)
  if (rows.length === 0) throw new AppError('conflict', { fields: { state: 'order_state' } })
  return {
    ...provider.page,
    _id: id,
    provider: provider.name,
    amount: order.total,
    title: await formatOrderTitle(context, order),
    buyer: { name: order.name, email: order.email, phone: order.phone.replace(/\D/g, '') },
  }
}

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

interface Ended {
  key: string | null
  /** Error code that the provider gave the browser; null if none. */
  code: string | null
}

const attemptOf = async (context: Context, id: string, orderId: string | undefined): Promise<CardAttemptRow> => {
  const [row] = await context.database
    .select()
    .from(shopCardAttempts)
    .where(and(eq(shopCardAttempts.id, id), orderId ? eq(shopCardAttempts.orderId, orderId) : undefined))
  if (!row) throw new AppError('not_found')
  return row
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
  ended: Ended,
): Promise<CardAttemptRow> => {
  const attempt = await attemptOf(context, id, order.id)
  // A failed attempt may turn out to be paid; a repeated failure is not recorded again.
  if (attempt.state !== 'open' && (attempt.state !== 'failed' || ended.code !== null)) return attempt
  const provider = assertProvider(context)
  const key = ended.code === null ? ended.key : null
  try {
    const takes = key !== null && (await isWaiting(context, attempt))
    const payment = takes
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

/** Handles a webhook: reads the payment from the provider and ignores the webhook's content. */
export const handleWebhook = async (context: Context, provider: CardProvider, news: CardWebhook): Promise<void> => {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(news.attempt)) return
  const [attempt] = await context.database.select().from(shopCardAttempts).where(eq(shopCardAttempts.id, news.attempt))
  if (attempt?.provider !== provider.name) return
  const payment = await provider.read(news)
  if (payment) await settleAttempt(context, attempt.id, payment)
}

/**
 * Settles attempts without a reported end, because the browser was closed or an answer was lost. Failed attempts are
 * checked too, at growing intervals for a day: a provider may take money after its window has closed.
 */
export const checkAttempts = async (context: Context): Promise<void> => {
  const provider = findCardProvider(context.services.settings.cardUrl)
  if (!provider) return
  const at = context.now().getTime()
  const [now, from, to] = [at, at - 24 * 60 * minute, at - minute].map((moment) => new Date(moment).toISOString())
  // Claim rows in the selecting statement, so that two processes never check the same attempt.
  const rows = await context.database
    .update(shopCardAttempts)
    .set({ checkedAt: new Date(at) })
    .where(
      sql`${shopCardAttempts.id} IN (SELECT id FROM shop_card_attempts
        WHERE provider = ${provider.name} AND created_at BETWEEN ${from}::timestamptz AND ${to}::timestamptz
          AND (state = 'open' OR (state = 'failed' AND (checked_at IS NULL OR checked_at < ${now}::timestamptz
            - greatest(interval '10 minutes', (${now}::timestamptz - created_at) / 4))))
        ORDER BY state = 'failed', checked_at NULLS FIRST, created_at DESC LIMIT 50 FOR UPDATE SKIP LOCKED)`,
    )
    .returning()
  for (const { id, createdAt, state } of rows) {
    const payment = await provider.read({ attempt: id, key: null }).catch((error: unknown) => {
      if (error instanceof ProviderUnsure) return undefined
      throw error
    })
    if (payment && payment.status !== 'open') await settleAttempt(context, id, payment)
    else if (state === 'open' && payment !== undefined && createdAt.getTime() < at - 2 * cardMinutes * minute)
      await settleAttempt(context, id, {
        status: 'failed',
        key: null,
        amount: 0,
        returned: [],
        refusal: { code: 'EXPIRED', text: '' },
      })
  }
}

/** Reason of a refund, by which it is found again at the provider. */
const refundReason = (order: OrderRow, id: string) => `${formatOrderNumber(order)} ${id}`

/** Refunds at the provider exactly once: after a lost answer, the payment tells whether the refund was made. */
const cancelAtProvider = async (
  context: Context,
  attempt: CardAttemptRow,
  { id, amount }: { id: string; amount: number | null },
): Promise<void> => {
  const provider = findCardProvider(context.services.settings.cardUrl)
  if (provider?.name !== attempt.provider) throw new CardRefused({ code: 'NO_PROVIDER', text: attempt.provider })
  const order = await findOrder(context, eq(shopOrders.id, attempt.orderId))
  const reason = refundReason(order, id)
  const payment = await provider.read({ attempt: attempt.id, key: attempt.paymentKey })
  if (!payment) throw new CardRefused({ code: 'NOT_FOUND_PAYMENT', text: '' })
  const known = payment.returned.findLast((one) => one.reason === reason)
  // A full refund (`amount` null) is done if staff have cancelled the payment at the provider.
  if (known?.state === 'done' || (amount === null && payment.status === 'failed')) return
  if (known?.state === 'pending') throw new ProviderUnsure('the cancellation is not done yet')
  if (known?.state === 'failed') throw new CardRefused({ code: 'CANCELLATION_FAILED', text: '' })
  await provider.cancel({
    attempt: attempt.id,
    key: attempt.paymentKey,
    amount,
    left: payment.amount,
    id,
    reason,
  })
}

/** Refunds to the card. If the provider refuses, its message is stored and staff take over. */
export const sendCardRefund = async (context: Context, id: string): Promise<void> => {
  const open = and(eq(shopPayments.id, id), eq(shopPayments.method, 'card'), isNull(shopPayments.doneAt))
  const [row] = await context.database.select().from(shopPayments).where(open)
  if (!row?.attemptId) return
  const attempt = await attemptOf(context, row.attemptId, undefined)
  try {
    await cancelAtProvider(context, attempt, { id, amount: row.amount })
  } catch (error) {
    if (!(error instanceof CardRefused)) throw error
    await changeRows(context, shopPayments, { refusal: error.message.slice(0, 300) }).where(open)
    context.services.log.error({ refund: id, cause: error.message }, 'the provider refuses a refund')
    return
  }
  await changeRows(context, shopPayments, { doneAt: context.now(), refusal: '' }).where(open)
}

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
  const attempt = await attemptOf(context, id, undefined)
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
