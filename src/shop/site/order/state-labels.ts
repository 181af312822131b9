import { m } from '#messages/messages.js'
import type { DeliveryMethod, OrderState } from '../../orders/rules.ts'

/** Labels of the states; each has a shape in the state badge. */
export const stateLabels: Record<OrderState, () => string> = {
  ordered: m.shop_state_ordered,
  paid: m.shop_state_preparing,
  preparing: m.shop_state_preparing,
  ready: m.shop_state_ready,
  shipped: m.shop_state_shipped,
  delivered: m.shop_state_delivered,
  confirmed: m.shop_state_confirmed,
  cancelled: m.shop_state_cancelled,
}

/** Returns the label of an order's state; pickup orders are handed over, not delivered. */
export const orderStateLabel = ({ state, way }: { state: OrderState; way: DeliveryMethod }): string =>
  state === 'delivered' && way === 'pickup' ? m.shop_state_handed() : stateLabels[state]()
