import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import type { BankAccount } from '#kit/bank-account.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { readConditions } from '#shop/conditions/server/read-conditions.ts'
import { returnCoupon } from '#shop/coupons/server/redeem-coupon.ts'
import { moveStock } from '#shop/goods/server/find-goods.ts'
import { sharePieces } from '#shop/money/rules.ts'
import { recordPayment, refundPayment } from '#shop/payments/server/record-payment.ts'
import { returnedPointDays, writePoints } from '#shop/points/server/write-points.ts'
import {
  type CancelReason,
  customerCancellable,
  formatOrderNumber,
  type OrderState,
  orderTransitions,
  type PaymentMethodName,
  returnDays,
} from '../rules.ts'
import { claimTermCutoff } from '../rules-claim-term.ts'
import { type OrderRow, shopOrders } from '../table.ts'
import { assertPaymentMethod, paymentDeadline } from './check-checkout-options.ts'
import { findOrder, isPaid, readClaimedPieces, readLines, recordEvent, sumRefunds } from './present-orders.ts'
import { sendOrderMail } from './send-order-mail.ts'

interface Move {
  to: keyof typeof orderTransitions
  from?: readonly OrderState[]
  values?: Partial<OrderRow>
  note?: string
  /** Further condition of the `UPDATE`. */
  and?: SQL
  /** Error code if the state does not allow the change. */
  refusal?: string
}

/** Changes the state by compare-and-set; throws `not_found` or `conflict`. */
const changeState = async (within: Context, where: SQL | undefined, { to, values = {}, note = '', ...rest }: Move) => {
  const from = rest.from ?? orderTransitions[to]
  const [row] = await changeRows(within, shopOrders, { ...values, state: to })
    .where(and(where, inArray(shopOrders.state, [...from]), rest.and))
    .returning()
  if (!row) {
    await findOrder(within, where)
    throw new AppError('conflict', { fields: { state: rest.refusal ?? 'order_state' } })
  }
  await recordStateChange(within, row, note)
  return row
}

/** Records a state change in the order's history and the audit log, and publishes it to open screens. */
export const recordStateChange = async (within: Context, row: OrderRow, note: string): Promise<void> => {
  await recordEvent(within, row.id, row.state, note)
  const people = row.userId
    ? { users: [row.userId], scope: 'console:shop' as const }
    : { scope: 'console:shop' as const }
  await publishEvent(within, people, { topic: 'orders', id: row.id })
  if (within.scope.principal?.scopes.includes('console'))
    await writeAudit(within, {
      action: row.state,
      entity: 'orders',
      entityId: row.id,
      summary: formatOrderNumber(row),
      after: { state: row.state, ...(note && { note }) },
    })
}

/** Marks a bank transfer as received. Card payments are confirmed only by the provider. */
export const confirmTransfer = async (within: Context, id: string, note: string): Promise<OrderRow> => {
  const byTransfer = { to: 'paid', values: { paidAt: within.now() }, and: eq(shopOrders.payment, 'bank') } as const
  const row = await changeState(within, eq(shopOrders.id, id), byTransfer)
  await recordPayment(within, { order: row.id, amount: row.total, method: 'bank', note })
  await sendOrderMail(within, row, 'paid')
  return row
}

/** Marks an order as paid by card, also if the customer has switched to a transfer meanwhile. Throws `conflict`. */
export const confirmCardPayment = async (
  within: Context,
  { id, orderId, amount }: { id: string; orderId: string; amount: number },
): Promise<OrderRow> => {
  const row = await changeState(within, eq(shopOrders.id, orderId), {
    to: 'paid',
    values: { paidAt: within.now(), payment: 'card' },
    and: eq(shopOrders.total, amount),
  })
  await recordPayment(within, { order: row.id, amount, method: 'card', note: '', attempt: id })
  await sendOrderMail(within, row, 'paidByCard')
  return row
}

/** Changes the payment method. Stock is held for days for a transfer, for minutes for a card. */
export const changePaymentMethod = async (
  within: Context,
  where: SQL | undefined,
  { payment, depositor }: { payment: PaymentMethodName; depositor: string },
): Promise<OrderRow> => {
  const conditions = await readConditions(within)
  assertPaymentMethod(within, conditions, { payment, depositor })
  const now = within.now()
  const isOpen = and(eq(shopOrders.state, 'ordered'), sql`${shopOrders.payUntil} > ${now.toISOString()}::timestamptz`)
  const before = await findOrder(within, where)
  if (before.payment === payment) return before
  // The deadline counts from the order, so switching back and forth does not hold stock longer; an earlier promise is
  // never shortened.
  const until = paymentDeadline(before.createdAt, payment, conditions.payDays).toISOString()
  const [row] = await changeRows(within, shopOrders, {
    payment,
    ...(payment === 'bank' && { depositor }),
    payUntil: sql`greatest(${shopOrders.payUntil}, ${until}::timestamptz)`,
  })
    .where(and(where, isOpen, eq(shopOrders.payment, before.payment)))
    .returning()
  if (!row) throw new AppError('conflict', { fields: { state: 'order_state' } })
  if (payment === 'bank') await sendOrderMail(within, row, 'ordered')
  return row
}

export const prepareOrder = async (within: Context, id: string): Promise<OrderRow> => {
  const row = await changeState(within, eq(shopOrders.id, id), { to: 'preparing' })
  await sendOrderMail(within, row, 'preparing')
  return row
}

export const shipOrder = async (within: Context, id: string, parcel: { carrier: string; tracking: string }) => {
  const before = await findOrder(within, eq(shopOrders.id, id))
  const row = await changeState(within, eq(shopOrders.id, id), {
    to: 'shipped',
    values: { ...parcel, shippedAt: within.now() },
    note: `${parcel.carrier} ${parcel.tracking}`,
    and: eq(shopOrders.way, 'parcel'),
    ...(before.way === 'pickup' && { refusal: 'order_way' }),
  })
  await sendOrderMail(within, row, 'shipped')
  return row
}

export const deliverOrder = async (within: Context, id: string): Promise<OrderRow> => {
  const row = await changeState(within, eq(shopOrders.id, id), {
    to: 'delivered',
    from: ['shipped'],
    values: { deliveredAt: within.now() },
  })
  await sendOrderMail(within, row, 'delivered')
  return row
}

/** Marks an order as ready for pickup; from now on the customer sees its code. */
export const markReady = async (within: Context, id: string): Promise<OrderRow> => {
  const before = await findOrder(within, eq(shopOrders.id, id))
  const row = await changeState(within, eq(shopOrders.id, id), {
    to: 'ready',
    values: { readyAt: within.now() },
    and: eq(shopOrders.way, 'pickup'),
    ...(before.way === 'parcel' && { refusal: 'order_way' }),
  })
  await sendOrderMail(within, row, 'ready')
  return row
}

/**
 * Hands an order over for its pickup code. Works once: the statement requires `ready`, which an order enters only once.
 */
export const handOverOrder = async (within: Context, code: string): Promise<OrderRow> => {
  const before = await findOrder(within, eq(shopOrders.code, code))
  const row = await changeState(within, eq(shopOrders.code, code), {
    to: 'delivered',
    from: ['ready'],
    values: { deliveredAt: within.now() },
    ...(before.deliveredAt && { refusal: 'order_handed' }),
  })
  await sendOrderMail(within, row, 'handed')
  return row
}

/** No return or exchange of the order is open. */
const noReturnOpen = sql`NOT EXISTS (SELECT FROM shop_returns WHERE order_id = shop_orders.id AND state IN ('asked', 'collected'))
  AND NOT EXISTS (SELECT FROM shop_exchanges WHERE order_id = shop_orders.id AND state IN ('asked', 'collected', 'shipped'))`

/** Confirms the purchase and credits points for what the customer keeps. Requires a transaction. */
export const confirmOrder = async (within: Context, where: SQL | undefined): Promise<OrderRow> => {
  // Lock the order like a return request does, so that the statement below sees a concurrent return.
  await within.database.select({ id: shopOrders.id }).from(shopOrders).where(where).for('update')
  const row = await changeState(within, where, {
    to: 'confirmed',
    values: { confirmedAt: within.now() },
    and: noReturnOpen,
  })
  await sendOrderMail(within, row, 'confirmed')
  if (!row.userId) return row
  const lines = await readLines(within, [row.id])
  const pieces = await readClaimedPieces(
    within,
    lines.map(({ id }) => id),
  )
  const lost = lines.flatMap(({ id, earns, quantity }) =>
    pieces(id).map((piece) => sharePieces(earns, quantity, piece, 1)),
  )
  const amount = row.earns - lost.reduce((sum, one) => sum + one, 0)
  await writePoints(within, { userId: row.userId, kind: 'purchase', amount, orderId: row.id, source: row.id })
  return row
}

/** Reverts what the order took: stock, points, coupon and money. */
const revertOrder = async (within: Context, row: OrderRow, account: BankAccount | null) => {
  const lines = await readLines(within, [row.id])
  const back = lines.flatMap(({ optionId, quantity }) => (optionId ? [{ option: optionId, amount: quantity }] : []))
  if (row.userId && row.couponId) await returnCoupon(within, row.couponId, row.userId, row.id)
  if (row.userId && row.points > 0)
    await writePoints(within, {
      userId: row.userId,
      kind: 'back',
      amount: row.points,
      orderId: row.id,
      source: row.id,
      leastDays: row.cancelReason === 'staff' ? returnedPointDays : 0,
    })
  await moveStock(within, back, { kind: 'cancel', orderId: row.id })
  if (!(await isPaid(within, row.id))) return
  // Part or all may already be refunded at the card provider.
  const gone = (await sumRefunds(within, [row.id]))(row.id)
  await refundPayment(within, { order: row.id, amount: row.total - gone, account })
}

/** Mail by reason: it says who cancelled. */
const letterOf = { customer: 'cancelled', staff: 'cancelledByStaff', unpaid: 'overdue' } as const

interface Cancel {
  reason: CancelReason
  note?: string
  account?: BankAccount | null
  and?: SQL
}

/** Cancels an order before it is shipped. */
export const cancelOrder = async (within: Context, where: SQL | undefined, cancel: Cancel): Promise<OrderRow> => {
  const { reason, note = '', account = null } = cancel
  const row = await changeState(within, where, {
    to: 'cancelled',
    from: reason === 'staff' ? orderTransitions.cancelled : reason === 'unpaid' ? ['ordered'] : customerCancellable,
    values: { cancelledAt: within.now(), cancelReason: reason },
    note,
    ...(cancel.and && { and: cancel.and }),
  })
  // A transfer is refunded to an account, which the customer must name; a card is refunded automatically.
  if (reason === 'customer' && row.paidAt && row.payment === 'bank' && row.total > 0 && !account)
    throw new AppError('invalid', { fields: { account: 'required' } })
  await revertOrder(within, row, account)
  await sendOrderMail(within, row, letterOf[reason], { note })
  return row
}

/**
 * Runs `work` for each order in its own transaction. Skips orders that changed meanwhile; a failure does not stop the
 * others and is thrown at the end.
 */
const runForEachOrder = async (
  context: Context,
  rows: readonly { id: string }[],
  work: (within: Context, row: { id: string }) => Promise<unknown>,
): Promise<void> => {
  const faults: unknown[] = []
  for (const row of rows)
    try {
      await context.transaction((within) => work(within, row))
    } catch (error) {
      if (error instanceof AppError && error.code === 'conflict') continue
      context.services.log.error({ order: row.id }, 'an order could not be moved on')
      faults.push(error)
    }
  if (faults.length > 0) throw faults[0]
}

/** Cancels orders whose payment did not arrive in time. Safe to run in several processes. */
export const cancelUnpaidOrders = async (context: Context): Promise<void> => {
  const isDue = () => sql`${shopOrders.payUntil} < ${context.now().toISOString()}::timestamptz`
  const rows = await context.database
    .select({ id: shopOrders.id })
    .from(shopOrders)
    .where(and(eq(shopOrders.state, 'ordered'), isDue()))
    .orderBy(asc(shopOrders.payUntil))
    .limit(200)
  await runForEachOrder(context, rows, (within, { id }) =>
    cancelOrder(within, eq(shopOrders.id, id), { reason: 'unpaid', and: isDue() }),
  )
}

/** Confirms purchases whose term for returns without a reason is over. */
export const confirmDeliveredOrders = async (context: Context): Promise<void> => {
  const since = claimTermCutoff(context.now(), returnDays).toISOString()
  const rows = await context.database
    .select({ id: shopOrders.id })
    .from(shopOrders)
    .where(and(eq(shopOrders.state, 'delivered'), sql`${shopOrders.deliveredAt} < ${since}::timestamptz`, noReturnOpen))
    .limit(200)
  await runForEachOrder(context, rows, (within, { id }) => confirmOrder(within, eq(shopOrders.id, id)))
}
