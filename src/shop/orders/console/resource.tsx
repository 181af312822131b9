import type { Listed } from '#console/kit/list/use-list.ts'
import type { Mark } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { type ConsoleOrderLine, orders } from '../contract.ts'
import type { DeliveryWay, OrderState } from '../rules.ts'

export const client = clientOf(orders)

export const resource: Listed<ConsoleOrderLine, never, 'state' | 'way' | 'todo', 'createdAt' | 'total' | 'payUntil'> = {
  path: orders.all.path,
  access: orders.all.access,
  async list(query, options) {
    const { orders: records, ...paging } = await client.all({ query }, options)
    return { ...paging, records }
  },
}

export const stateWords: Record<OrderState, () => string> = {
  ordered: m.orders_state_ordered,
  paid: m.orders_state_paid,
  preparing: m.orders_state_preparing,
  ready: m.orders_state_ready,
  shipped: m.orders_state_shipped,
  delivered: m.orders_state_delivered,
  confirmed: m.orders_state_confirmed,
  cancelled: m.orders_state_cancelled,
}
export const wayWords: Record<DeliveryWay, () => string> = { parcel: m.orders_way_parcel, pickup: m.orders_way_pickup }

/** What is picked up is not delivered but handed over. */
export const stateWordsOf = ({ state, way }: { state: OrderState; way: DeliveryWay }): string =>
  state === 'delivered' && way === 'pickup' ? m.orders_state_handed() : stateWords[state]()

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

/** Whole won with the thousands set apart. */
export const wonOf = (amount: number): string => amount.toLocaleString('ko-KR')
