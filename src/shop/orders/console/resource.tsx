import type { ListResource } from '#console/kit/list/state/use-list.ts'
import type { Mark } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { orders } from '../contract.ts'
import type { ConsoleOrderLine } from '../contract-desk.ts'
import type { DeliveryMethod, OrderState, PaymentMethodName } from '../rules.ts'

export const client = clientOf(orders)

export const resource: ListResource<
  ConsoleOrderLine,
  never,
  'state' | 'way' | 'payment' | 'todo' | 'invoice',
  'createdAt' | 'total' | 'payUntil'
> = {
  path: orders.all.path,
  access: orders.all.access,
  async list(query, options) {
    const { orders: records, ...paging } = await client.all({ query }, options)
    return { ...paging, records }
  },
}

export const deliveryLabels: Record<DeliveryMethod, () => string> = {
  parcel: m.orders_way_parcel,
  pickup: m.orders_way_pickup,
}
export const paymentLabels: Record<PaymentMethodName, () => string> = {
  bank: m.orders_payment_bank,
  card: m.orders_payment_card,
}

export const receiptLabels = { income: m.orders_receipt_income, expense: m.orders_receipt_expense } as const

export const stateMarks: Record<OrderState, Mark> = {
  ordered: 'scheduled',
  paid: 'new',
  preparing: 'assigned',
  ready: 'published',
  shipped: 'published',
  delivered: 'answered',
  confirmed: 'closed',
  cancelled: 'hidden',
}

/** Formats won with thousands separators. */
export const formatWon = (amount: number): string => amount.toLocaleString('ko-KR')
