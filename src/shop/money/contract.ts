import { z } from 'zod'

/** Single amount as entered, in whole won: a price, a fee, a limit. */
export const Won = z.number().int().min(0).max(1e12)
/**
 * Amount calculated from single ones, in whole won: of several pieces, or of a price with its option. Always below 2⁵³,
 * so a number holds it exactly.
 */
export const Sum = z.number().int().min(0)
/** Hundredths of a percent. */
export const Rate = z.number().int().min(0).max(10_000)

/** Order totals, in the order in which discounts are applied. */
export const Slip = z
  .object({
    kinds: z.number().int().describe('Lines'),
    quantity: z.number().int().describe('Pieces'),
    goods: Sum.describe('Before any discount'),
    productDiscount: Sum,
    levelDiscount: Sum,
    couponDiscount: Sum,
    points: Sum.describe('Points spent'),
    delivery: Sum,
    total: Sum.describe('To be paid'),
    vat: Sum.describe('Within the total'),
    earns: Sum.describe('Points that come once the purchase is confirmed'),
  })
  .meta({ id: 'ShopSlip' })
export type Slip = z.infer<typeof Slip>

/** Refund totals. */
export const RefundSlip = z
  .object({
    goods: Sum.describe('After the discount of the product itself'),
    levelDiscount: Sum,
    couponDiscount: Sum,
    points: Sum.describe('Given back as points'),
    delivery: Sum.describe('Delivery that is given back'),
    fee: Sum.describe('Parcels that the customer pays'),
    total: Sum.describe('Given back in the way it was paid'),
    earns: Sum.describe('Points to come that are lost, or were earned and are taken back'),
  })
  .meta({ id: 'ShopRefundSlip' })
export type RefundSlip = z.infer<typeof RefundSlip>
