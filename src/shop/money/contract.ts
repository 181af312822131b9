import { z } from 'zod'

/** Single amount as entered, in whole won: a price, a fee, a limit. */
export const Price = z.number().int().min(0).max(1e12)
/**
 * Amount calculated from single ones, in whole won: of several pieces, or of a price with its option. Always below 2⁵³,
 * so a number holds it exactly.
 */
export const WonTotal = z.number().int().min(0)
/** Hundredths of a percent. */
export const Rate = z.number().int().min(0).max(10_000)

/** Order totals, in the order in which discounts are applied. */
export const OrderTotals = z
  .object({
    kinds: z.number().int().describe('Lines'),
    quantity: z.number().int().describe('Pieces'),
    goods: WonTotal.describe('Total of the goods before discounts'),
    productDiscount: WonTotal,
    levelDiscount: WonTotal,
    couponDiscount: WonTotal,
    points: WonTotal.describe('Points spent'),
    delivery: WonTotal,
    total: WonTotal.describe('Amount to pay'),
    vat: WonTotal.describe('VAT included in the total'),
    earns: WonTotal.describe('Points earned when the purchase is confirmed'),
  })
  .meta({ id: 'ShopSlip' })
export type OrderTotals = z.infer<typeof OrderTotals>

/** Refund totals. */
export const RefundTotals = z
  .object({
    goods: WonTotal.describe('Total of the returned goods after the discounts of the products'),
    levelDiscount: WonTotal,
    couponDiscount: WonTotal,
    points: WonTotal.describe('Refunded points'),
    delivery: WonTotal.describe('Refunded delivery fee'),
    fee: WonTotal.describe('Parcel fees that the customer pays'),
    total: WonTotal.describe('Amount refunded by the original payment method'),
    earns: WonTotal.describe('Points that are no longer earned or are revoked'),
  })
  .meta({ id: 'ShopRefundSlip' })
export type RefundTotals = z.infer<typeof RefundTotals>
