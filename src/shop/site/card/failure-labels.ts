import { m } from '#messages/messages.js'
import type { CardFailure } from '#shop/orders/rules.ts'

/** Labels of the reasons for a failed card payment. */
export const failureLabels: Record<CardFailure, () => string> = {
  closed: m.shop_card_fault_closed,
  refused: m.shop_card_fault_refused,
  limit: m.shop_card_fault_limit,
  balance: m.shop_card_fault_balance,
  data: m.shop_card_fault_data,
  expired: m.shop_card_fault_expired,
  amount: m.shop_card_fault_amount,
  late: m.shop_card_fault_late,
  other: m.shop_card_fault_other,
}
