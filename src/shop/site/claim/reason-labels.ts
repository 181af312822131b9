import { m } from '#messages/messages.js'
import type { ReturnReason } from '../../returns/contract.ts'

/** A reason of a return or an exchange, and who pays the parcels. */
export const reasonWords: Record<ReturnReason, [name: () => string, why: () => string]> = {
  fault: [m.shop_reason_fault, m.shop_reason_sellers],
  wrong: [m.shop_reason_wrong, m.shop_reason_sellers],
  mind: [m.shop_reason_mind, m.shop_reason_yours],
}
