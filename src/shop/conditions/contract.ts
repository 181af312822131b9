import { z } from 'zod'
import { AccountNumber, BankAccount } from '#kit/bank-account.ts'
import { Instant, localizedOptional, route, versionedPartial } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { Price, Rate } from '#shop/money/contract.ts'

fieldMessages({
  condition_levels: m.conditions_field_levels,
  condition_clock: m.conditions_field_clock,
  condition_span: m.conditions_field_span,
})

/** Time of day in Seoul, `HH:MM`. */
const Clock = z
  .string()
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'condition_clock' })

export const ConditionsInput = z.strictObject({
  /** Account that customers transfer to. */
  bank: BankAccount.shape.bank,
  account: AccountNumber,
  holder: BankAccount.shape.holder,
  /** Days after the day of the order within which a transfer must arrive; the term ends with the last day. */
  payDays: z.number().int().min(1).max(14),
  deliveryFee: Price,
  /** Total in won from which delivery is free; null: never. */
  freeFrom: Price.nullable(),
  /** Fee for one parcel one way, in won. */
  returnFee: Price,
  pointRate: Rate,
  /** Points for a review. */
  reviewPoints: Price,
  /** Months until points expire. */
  pointMonths: z.number().int().min(1).max(60),
  /** Minimum number of points that one order may spend. */
  leastPoints: Price,
  /** Where orders can be picked up; pickup is not offered while the Korean text is empty. */
  pickupPlace: localizedOptional(200),
  pickupFrom: Clock,
  pickupTo: Clock,
  /** Days for which a ready order is held for pickup. */
  pickupDays: z.number().int().min(1).max(60),
  /** Discount rate by level key. */
  levelRates: z
    .array(z.strictObject({ level: z.string().min(1).max(40), rate: Rate.max(5000) }))
    .max(20)
    .refine((rates) => new Set(rates.map(({ level }) => level)).size === rates.length, { error: 'condition_levels' }),
})

export const Conditions = z
  .object({
    ...ConditionsInput.shape,
    // Empty until staff enter the account.
    bank: z.string(),
    account: z.string(),
    holder: z.string(),
    levels: z
      .array(z.object({ key: z.string(), title: localizedOptional(40) }))
      .describe('Member levels that can have a discount'),
    updatedAt: Instant,
  })
  .meta({ id: 'ShopConditions' })
export type Conditions = z.infer<typeof Conditions>

/** Conditions that customers can read. */
export const PublicConditions = z
  .object({
    payDays: z.number().int(),
    deliveryFee: Price,
    freeFrom: Price.nullable(),
    returnFee: Price,
    pointRate: Rate,
    reviewPoints: Price,
    pointMonths: z.number().int(),
    leastPoints: Price,
    takesTransfers: z
      .boolean()
      .describe('Whether a bank account is set; without one, payment by transfer is unavailable'),
    takesCards: z.boolean().describe('Whether payment by card is available'),
    pickup: z
      .object({ place: z.string(), from: z.string(), to: z.string(), days: z.number().int() })
      .nullable()
      .describe('Place and hours of pickup; null if orders cannot be picked up'),
    returnDays: z.number().int().describe('Days after delivery within which goods can be returned without a reason'),
  })
  .meta({ id: 'PublicShopConditions' })
export type PublicConditions = z.infer<typeof PublicConditions>

/** Conditions of every order: account, delivery, points, level discounts. */
export const conditions = {
  get: route({
    method: 'GET',
    path: '/api/console/shop/conditions',
    access: 'console:shop',
    summary: 'Get the conditions of the shop.',
    answer: z.object({ conditions: Conditions }),
  }),
  update: route({
    method: 'PUT',
    path: '/api/console/shop/conditions',
    access: 'console:shop',
    summary: 'Change the conditions; existing orders keep theirs.',
    body: versionedPartial(ConditionsInput),
    answer: z.object({ conditions: Conditions }),
  }),
  published: route({
    method: 'GET',
    path: '/api/v1/shop/conditions',
    access: 'public',
    summary: 'Get the public conditions: delivery, returns and points.',
    answer: z.object({ conditions: PublicConditions }),
    cached: true,
  }),
}
