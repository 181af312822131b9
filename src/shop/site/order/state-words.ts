import { m } from '#messages/messages.js'
import type { OrderState } from '../../orders/rules.ts'

/** What a state is called; each has a shape beside it (`state-sign.tsx`). */
export const stateWords: Record<OrderState, () => string> = {
  ordered: m.shop_state_ordered,
  paid: m.shop_state_preparing,
  preparing: m.shop_state_preparing,
  shipped: m.shop_state_shipped,
  delivered: m.shop_state_delivered,
  confirmed: m.shop_state_confirmed,
  cancelled: m.shop_state_cancelled,
}
