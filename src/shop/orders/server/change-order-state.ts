import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { recordPayment } from '#shop/payments/server/record-payment.ts'
import { type OrderState, orderTransitions } from '../rules.ts'
import { type OrderRow, shopOrders } from '../table.ts'
import { findOrder } from './find-order.ts'
import { recordStateChange } from './record-event.ts'
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
export const changeState = async (
  within: Context,
  where: SQL | undefined,
  { to, values = {}, note = '', ...rest }: Move,
) => {
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
