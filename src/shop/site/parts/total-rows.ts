import { m } from '#messages/messages.js'
import type { OrderTotals, RefundTotals } from '../../money/contract.ts'
import type { TotalsRow } from './totals.tsx'

/** Explanations that only the page can give. */
interface SlipReasons {
  level?: string | undefined
  coupon?: string | undefined
  points?: string | undefined
  delivery?: string | undefined
}

/** Rows of order totals: goods, discounts in order, delivery. */
export const createTotalsRows = (slip: OrderTotals, reasons: SlipReasons = {}): TotalsRow[] => [
  { name: m.shop_slip_goods({ kinds: slip.kinds, quantity: slip.quantity }), sum: slip.goods },
  ...(slip.productDiscount > 0 ? [{ name: m.shop_slip_product(), sum: -slip.productDiscount }] : []),
  ...(slip.levelDiscount > 0 ? [{ name: m.shop_slip_level(), sum: -slip.levelDiscount, note: reasons.level }] : []),
  ...(slip.couponDiscount > 0 ? [{ name: m.shop_slip_coupon(), sum: -slip.couponDiscount, note: reasons.coupon }] : []),
  ...(slip.points > 0 ? [{ name: m.shop_slip_points(), sum: -slip.points, note: reasons.points }] : []),
  { name: m.shop_slip_delivery(), sum: slip.delivery, note: reasons.delivery },
]

/** Notes of order totals: VAT included, and points to earn, or earned once confirmed. */
export const createTotalsNotes = (slip: OrderTotals, isConfirmed = false): TotalsRow[] => {
  const earns = isConfirmed
    ? { name: m.shop_slip_earned(), note: m.shop_slip_earned_why() }
    : { name: m.shop_slip_earns(), note: m.shop_slip_earns_why() }
  return [
    { name: m.shop_slip_vat(), sum: slip.vat, note: m.shop_slip_vat_why() },
    ...(slip.earns > 0 ? [{ ...earns, sum: slip.earns }] : []),
  ]
}

/** Rows of refund totals. */
export const createRefundRows = (slip: RefundTotals): TotalsRow[] => [
  { name: m.shop_refund_goods(), sum: slip.goods },
  ...(slip.levelDiscount > 0 ? [{ name: m.shop_refund_level(), sum: -slip.levelDiscount }] : []),
  ...(slip.couponDiscount > 0 ? [{ name: m.shop_refund_coupon(), sum: -slip.couponDiscount }] : []),
  ...(slip.points > 0 ? [{ name: m.shop_refund_points(), sum: -slip.points, note: m.shop_refund_points_why() }] : []),
  ...(slip.delivery > 0 ? [{ name: m.shop_refund_delivery(), sum: slip.delivery }] : []),
  {
    name: m.shop_refund_fee(),
    sum: -slip.fee,
    note: slip.fee === 0 ? m.shop_refund_fee_sellers() : m.shop_refund_fee_yours(),
  },
]

/** Notes of refund totals: points of the purchase that are taken back. */
export const createRefundNotes = (slip: RefundTotals): TotalsRow[] =>
  slip.earns > 0 ? [{ name: m.shop_refund_earns(), sum: -slip.earns, note: m.shop_refund_earns_why() }] : []
