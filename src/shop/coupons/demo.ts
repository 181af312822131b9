import { inArray } from 'drizzle-orm'
import { z } from 'zod'
import { Instant } from '#kit/contract.ts'
import { assetId } from '#kit/files/assets.ts'
import { parseDemo } from '#kit/module/demo-records.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { shopOrders } from '#shop/orders/table.ts'
import { CouponInput } from './contract.ts'
import records from './demo.json' with { type: 'json' }
import { shopCouponLines, shopCoupons } from './table.ts'

/** Usernames of the demo accounts that have orders and coupons. */
export const demoCustomers: readonly string[] = ['member', 'company']

/** The same in every installation: orders are seeded before coupons and refer to them. */
const couponId = (key: string): string => assetId(`shop/coupons/${key}`)

const DemoCoupon = CouponInput.extend({
  key: z.string(),
  withdrawnAt: Instant.optional(),
  withdrawnReason: z.string().optional(),
})

/** Demo coupons: one for all members, one by code, and expired ones. */
const demoCoupons = (now: Date) =>
  parseDemo(DemoCoupon.array(), records, now).map(({ key, withdrawnAt, ...coupon }) => {
    const startsAt = new Date(coupon.startsAt)
    return {
      ...coupon,
      id: couponId(key),
      startsAt,
      endsAt: new Date(coupon.endsAt),
      withdrawnAt: withdrawnAt ? new Date(withdrawnAt) : null,
      createdAt: startsAt,
      updatedAt: startsAt,
    }
  })

/** Expired coupons that customers had and may have used. */
export const pastCoupons = (now: Date) =>
  demoCoupons(now).filter(({ endsAt, withdrawnAt }) => endsAt < now && !withdrawnAt)

/** Seeds coupons, their holders and their use in orders; `member` still has the winter coupon. */
export const seed = async (context: Context, { isDemo, accounts }: SeedContext): Promise<void> => {
  if (!isDemo) return
  const { database } = context
  const now = context.now()
  await database.insert(shopCoupons).values(demoCoupons(now))
  const customers = accounts.filter(({ username }) => demoCustomers.includes(username))
  if (customers.length === 0) return
  const issued = (couponId: string, userId: string, at: Date) => ({
    id: context.newId(),
    couponId,
    userId,
    kind: 'issued' as const,
    amount: 1,
    at,
  })
  const past = pastCoupons(now)
  const issuedCoupons = customers.flatMap(({ id, username }) => [
    ...past.map((coupon) => issued(coupon.id, id, coupon.startsAt)),
    ...(username === 'member' ? [issued(couponId('winter'), id, now)] : []),
  ])
  const orders = await database
    .select()
    .from(shopOrders)
    .where(
      inArray(
        shopOrders.couponId,
        past.map(({ id }) => id),
      ),
    )
  const redeemedCoupons = orders.flatMap(({ id: orderId, couponId: coupon, userId, createdAt: at }) =>
    coupon && userId
      ? [{ id: context.newId(), couponId: coupon, userId, kind: 'used' as const, amount: -1, orderId, at }]
      : [],
  )
  await database.insert(shopCouponLines).values([...issuedCoupons, ...redeemedCoupons])
}
