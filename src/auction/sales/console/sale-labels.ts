import { m } from '#messages/messages.js'
import type { SaleState, VoidCause } from '../rules.ts'

export const stateLabels: Record<SaleState, () => string> = {
  offered: m.sales_state_offered,
  awaiting: m.sales_state_awaiting,
  paid: m.sales_state_paid,
  collected: m.sales_state_collected,
  void: m.sales_state_void,
}

/** Labels of the causes of a void sale. */
export const voidCauseLabels: Record<VoidCause, () => string> = {
  declined: m.sales_ending_declined,
  expired: m.sales_ending_expired,
  cancelled: m.sales_state_void,
}
