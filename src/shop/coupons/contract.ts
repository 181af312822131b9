import { z } from 'zod'
import { ById, crud, Id, Instant, Locale, listQuery, localized, page, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { Price } from '#shop/money/contract.ts'

fieldMessages({
  coupon_period: m.coupons_field_period,
  coupon_value: m.coupons_field_value,
  coupon_code: m.coupons_field_code,
  coupon_gone: m.coupons_field_gone,
  coupon_had: m.coupons_field_had,
  coupon_issued: m.coupons_field_issued,
  coupon_withdrawn: m.coupons_field_withdrawn,
  coupon_over: m.coupons_field_over,
  coupon_limit: m.coupons_field_limit,
  coupon_level: m.coupons_field_level,
})

export const couponKinds = ['amount', 'rate'] as const
export const couponStates = ['coming', 'running', 'ended', 'withdrawn'] as const
export type CouponState = (typeof couponStates)[number]
export const audiences = ['all', 'level', 'list', 'code'] as const

const Code = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9-]{4,30}$/, { error: 'coupon_code' })

export const CouponInput = z.strictObject({
  title: localized(60),
  kind: z.enum(couponKinds),
  value: Price.min(1).describe('Won, or hundredths of a percent'),
  cap: Price.min(1).nullable().default(null).describe('Most won that a rate takes off'),
  least: Price.default(0).describe('Least sum after the discounts of product and level'),
  startsAt: Instant,
  endsAt: Instant,
  audience: z.enum(audiences).default('all'),
  level: z.string().max(40).default('').describe('Key of the level, where the audience is one'),
  code: Code.nullable().default(null).describe('Members enter it; needed where the audience is `code`'),
  /** Maximum number of members who can have it; null: no limit. */
  limit: z.number().int().min(1).max(1_000_000).nullable().default(null),
})

export const Coupon = z
  .object({
    ...recordFields,
    ...CouponInput.shape,
    issued: z.number().int(),
    used: z.number().int(),
    withdrawnAt: Instant.nullable(),
    withdrawnReason: z.string(),
  })
  .meta({ id: 'ShopCoupon' })
export type Coupon = z.infer<typeof Coupon>

/** Coupon of a member. */
export const MemberCoupon = z
  .object({
    _id: Id,
    title: z.string(),
    lang: Locale,
    kind: z.enum(couponKinds),
    value: Price,
    cap: Price.nullable(),
    least: Price,
    startsAt: Instant,
    endsAt: Instant,
    state: z.enum(['usable', 'coming', 'used', 'ended']),
    order: z.string().nullable().describe('Number of the order that it was used for'),
  })
  .meta({ id: 'OwnShopCoupon' })
export type MemberCoupon = z.infer<typeof MemberCoupon>

const desk = '/api/console/shop/coupons'
const own = '/api/v1/me/coupons'
const paging = listQuery(['createdAt'])

/** Coupons, recorded in a ledger; a member can have each at most once. */
export const coupons = {
  ...crud(desk, { one: 'coupon', many: 'coupons' }, Coupon, CouponInput, {
    access: 'console:shop',
    sort: ['createdAt', 'updatedAt', 'endsAt'],
    filters: { audience: z.enum(audiences).optional(), state: z.enum(couponStates).optional() },
  }),
  issue: route({
    method: 'POST',
    path: `${desk}/{id}/issue`,
    access: 'console:shop',
    summary: 'Give a coupon to whom it is for, those who have it left out; for a list the usernames.',
    params: ById,
    body: z.strictObject({ usernames: z.array(z.string().trim().min(1).max(100)).max(1000).default([]) }),
    answer: z.object({
      coupon: Coupon,
      given: z.number().int(),
      unknown: z.array(z.string()).describe('Usernames that no active account has'),
    }),
    status: 200,
    idempotent: true,
  }),
  withdraw: route({
    method: 'POST',
    path: `${desk}/{id}/withdraw`,
    access: 'console:shop',
    summary: 'Withdraw a coupon: from now on nobody gets it, and nobody who has it can use it.',
    params: ById,
    body: z.strictObject({ reason: z.string().trim().min(4).max(300) }),
    answer: z.object({ coupon: Coupon }),
    status: 200,
  }),
  levels: route({
    method: 'GET',
    path: `${desk}/levels`,
    access: 'console:shop',
    summary: 'The levels that a coupon can be for, the highest first.',
    answer: z.object({ levels: z.array(z.object({ key: z.string(), title: z.string() })) }),
  }),
  mine: route({
    method: 'GET',
    path: own,
    access: 'member',
    owned: true,
    summary: 'The own coupons: usable ones first, those that end soonest first.',
    query: z.strictObject({ page: paging.page, limit: paging.limit, usable: z.stringbool().optional() }),
    answer: page('coupons', MemberCoupon),
  }),
  claim: route({
    method: 'POST',
    path: own,
    access: 'member',
    owned: true,
    summary: 'Take the coupon of a code, once.',
    body: z.strictObject({ code: Code }),
    answer: z.object({ coupon: MemberCoupon }),
    status: 201,
    perMinute: 10,
  }),
}
