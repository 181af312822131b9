import { m } from '#messages/messages.js'
import type { ReturnReason } from '#shop/returns/rules.ts'

/** Labels of the reasons, each with who pays the parcels. */
export const reasonLabels: Record<ReturnReason, [name: () => string, why: () => string]> = {
  fault: [m.shop_reason_fault, m.shop_reason_sellers],
  wrong: [m.shop_reason_wrong, m.shop_reason_sellers],
  mind: [m.shop_reason_mind, m.shop_reason_yours],
}
