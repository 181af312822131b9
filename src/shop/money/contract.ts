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
    goods: WonTotal.describe('Before any discount'),
    productDiscount: WonTotal,
    levelDiscount: WonTotal,
    couponDiscount: WonTotal,
    points: WonTotal.describe('Points spent'),
    delivery: WonTotal,
    total: WonTotal.describe('To be paid'),
    vat: WonTotal.describe('Within the total'),
    earns: WonTotal.describe('Points that come once the purchase is confirmed'),
  })
  .meta({ id: 'ShopSlip' })
export type OrderTotals = z.infer<typeof OrderTotals>

/** Refund totals. */
export const RefundTotals = z
  .object({
    goods: WonTotal.describe('After the discount of the product itself'),
    levelDiscount: WonTotal,
    couponDiscount: WonTotal,
    points: WonTotal.describe('Given back as points'),
    delivery: WonTotal.describe('Delivery that is given back'),
    fee: WonTotal.describe('Parcels that the customer pays'),
    total: WonTotal.describe('Given back in the way it was paid'),
    earns: WonTotal.describe('Points to come that are lost, or were earned and are taken back'),
  })
  .meta({ id: 'ShopRefundSlip' })
export type RefundTotals = z.infer<typeof RefundTotals>
