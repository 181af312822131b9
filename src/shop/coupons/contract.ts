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
  value: Price.min(1).describe('Amount in won, or rate in hundredths of a percent'),
  cap: Price.min(1).nullable().default(null).describe('Maximum discount of a rate, in won'),
  least: Price.default(0).describe('Minimum order total after the discounts of products and level'),
  startsAt: Instant,
  endsAt: Instant,
  audience: z.enum(audiences).default('all'),
  level: z.string().max(40).default('').describe('Key of the level if the audience is a level'),
  code: Code.nullable().default(null).describe('Code that members enter; required if the audience is `code`'),
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
    order: z.string().nullable().describe('Number of the order in which it was used'),
  })
  .meta({ id: 'OwnShopCoupon' })
export type MemberCoupon = z.infer<typeof MemberCoupon>

const consolePath = '/api/console/shop/coupons'
const ownPath = '/api/v1/me/coupons'
const paging = listQuery(['createdAt'])

/** Coupons, recorded in a ledger; a member can have each at most once. */
export const coupons = {
  ...crud(consolePath, { one: 'coupon', many: 'coupons' }, Coupon, CouponInput, {
    access: 'console:shop',
    sort: ['createdAt', 'updatedAt', 'endsAt'],
    filters: { audience: z.enum(audiences).optional(), state: z.enum(couponStates).optional() },
  }),
  issue: route({
    method: 'POST',
    path: `${consolePath}/{id}/issue`,
    access: 'console:shop',
    summary: 'Issue a coupon to its audience, or to the given usernames; members who have it are skipped.',
    params: ById,
    body: z.strictObject({ usernames: z.array(z.string().trim().min(1).max(100)).max(1000).default([]) }),
    answer: z.object({
      coupon: Coupon,
      given: z.number().int(),
      unknown: z.array(z.string()).describe('Usernames without an active account'),
    }),
    status: 200,
    idempotent: true,
  }),
  withdraw: route({
    method: 'POST',
    path: `${consolePath}/{id}/withdraw`,
    access: 'console:shop',
    summary: 'Withdraw a coupon: it can be neither issued nor used any more.',
    params: ById,
    body: z.strictObject({ reason: z.string().trim().min(4).max(300) }),
    answer: z.object({ coupon: Coupon }),
    status: 200,
  }),
  levels: route({
    method: 'GET',
    path: `${consolePath}/levels`,
    access: 'console:shop',
    summary: 'List the levels for which a coupon can be issued, highest first.',
    answer: z.object({ levels: z.array(z.object({ key: z.string(), title: z.string() })) }),
  }),
  mine: route({
    method: 'GET',
    path: ownPath,
    access: 'member',
    owned: true,
    summary: 'List the coupons of the caller: usable ones first, by their expiry.',
    query: z.strictObject({ page: paging.page, limit: paging.limit, usable: z.stringbool().optional() }),
    answer: page('coupons', MemberCoupon),
  }),
  claim: route({
    method: 'POST',
    path: ownPath,
    access: 'member',
    owned: true,
    summary: 'Claim the coupon of a code, once per account.',
    body: z.strictObject({ code: Code }),
    answer: z.object({ coupon: MemberCoupon }),
    status: 201,
    perMinute: 10,
  }),
}
