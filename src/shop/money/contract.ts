import { z } from 'zod'

/** Whole won. */
export const Won = z.number().int().min(0).max(1e12)
/** Hundredths of a percent. */
export const Rate = z.number().int().min(0).max(10_000)

/** The list of sums, in the order in which discounts come off. */
export const Slip = z
  .object({
    kinds: z.number().int().describe('Lines'),
    quantity: z.number().int().describe('Pieces'),
    goods: Won.describe('Before any discount'),
    productDiscount: Won,
    levelDiscount: Won,
    couponDiscount: Won,
    points: Won.describe('Points spent'),
    delivery: Won,
    total: Won.describe('To be paid'),
    vat: Won.describe('Within the total'),
    earns: Won.describe('Points that come once the purchase is confirmed'),
  })
  .meta({ id: 'ShopSlip' })
export type Slip = z.infer<typeof Slip>

/** The slip turned round. */
export const RefundSlip = z
  .object({
    goods: Won.describe('After the discount of the product itself'),
    levelDiscount: Won,
    couponDiscount: Won,
    points: Won.describe('Given back as points'),
    delivery: Won.describe('Delivery that is given back'),
    fee: Won.describe('Parcels that the customer pays'),
    total: Won.describe('Given back in the way it was paid'),
    earns: Won.describe('Points to come that are lost, or were earned and are taken back'),
  })
  .meta({ id: 'ShopRefundSlip' })
export type RefundSlip = z.infer<typeof RefundSlip>
