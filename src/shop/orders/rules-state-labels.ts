import type { Locale } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import type { DeliveryMethod, OrderState } from './rules.ts'

export const stateLabels: Record<OrderState, typeof m.orders_state_paid> = {
  ordered: m.orders_state_ordered,
  paid: m.orders_state_paid,
  preparing: m.orders_state_preparing,
  ready: m.orders_state_ready,
  shipped: m.orders_state_shipped,
  delivered: m.orders_state_delivered,
  confirmed: m.orders_state_confirmed,
  cancelled: m.orders_state_cancelled,
}

const pickupLabels: Partial<typeof stateLabels> = { paid: m.orders_state_unready, delivered: m.orders_state_handed }

/**
 * Returns the label of an order's state; pickup orders have their own. Without `locale`, uses the locale of the page.
 */
export const orderStateLabel = (
  { state, way }: { state: OrderState; way: DeliveryMethod },
  locale?: Locale,
): string => {
  const words = (way === 'pickup' && pickupLabels[state]) || stateLabels[state]
  return words({}, locale && { locale })
}
