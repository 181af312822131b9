import { m } from '#messages/messages.js'
import type { DeliveryWay, OrderState } from '../../orders/rules.ts'

/** What a state is called; each has a shape beside it (`state-sign.tsx`). */
export const stateWords: Record<OrderState, () => string> = {
  ordered: m.shop_state_ordered,
  paid: m.shop_state_preparing,
  preparing: m.shop_state_preparing,
  ready: m.shop_state_ready,
  shipped: m.shop_state_shipped,
  delivered: m.shop_state_delivered,
  confirmed: m.shop_state_confirmed,
  cancelled: m.shop_state_cancelled,
}

/** The same of an order: what is picked up is not delivered but handed over. */
export const stateWordsOf = ({ state, way }: { state: OrderState; way: DeliveryWay }): string =>
  state === 'delivered' && way === 'pickup' ? m.shop_state_handed() : stateWords[state]()
