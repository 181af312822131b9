import { and, eq } from 'drizzle-orm'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import type { PersonalData } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { periodState } from '#kit/time/period-state.ts'
import { type CouponRow, shopCouponHoldings, shopCouponLines, shopCoupons } from './table.ts'

/** A coupon that a member has and may use now; throws `conflict`. */
export const usableCoupon = async (context: Context, userId: string, id: string): Promise<CouponRow> => {
  const [found] = await context.database
    .select({ coupon: shopCoupons })
    .from(shopCoupons)
    .innerJoin(shopCouponHoldings, eq(shopCouponHoldings.couponId, shopCoupons.id))
    .where(and(eq(shopCoupons.id, id), eq(shopCouponHoldings.userId, userId), eq(shopCouponHoldings.left, 1)))
  if (
    !found ||
    found.coupon.withdrawnAt ||
    periodState(found.coupon.startsAt, found.coupon.endsAt, context.now()) !== 'running'
  )
    throw new AppError('conflict', { fields: { coupon: 'order_coupon' } })
  return found.coupon
}

/** Writes a line of the ledger for an order. The database refuses a coupon that is not there. */
const write = async (context: Context, kind: 'used' | 'back', couponId: string, userId: string, orderId: string) => {
  try {
    const line = { id: context.newId(), couponId, userId, orderId, kind, at: context.now() }
    await context.database.insert(shopCouponLines).values({ ...line, amount: kind === 'used' ? -1 : 1 })
  } catch (error) {
    if (!['shop_coupon_holdings_left', 'shop_coupons_withdrawn'].includes(violatedConstraint(error))) throw error
    throw new AppError('conflict', { fields: { coupon: 'order_coupon' } })
  }
}

export const spendCoupon = (context: Context, couponId: string, userId: string, orderId: string): Promise<void> =>
  write(context, 'used', couponId, userId, orderId)

/** Of an order that was cancelled. */
export const returnCoupon = (context: Context, couponId: string, userId: string, orderId: string): Promise<void> =>
  write(context, 'back', couponId, userId, orderId)

/** Coupons of an account: they end with it. */
export const personal: PersonalData = {
  async forget(context, { userId }) {
    await context.database.delete(shopCouponLines).where(eq(shopCouponLines.userId, userId))
    await context.database.delete(shopCouponHoldings).where(eq(shopCouponHoldings.userId, userId))
    return []
  },
  async archive(context, { userId }) {
    const rows = await context.database
      .select({ title: shopCoupons.title, kind: shopCouponLines.kind, at: shopCouponLines.at })
      .from(shopCouponLines)
      .innerJoin(shopCoupons, eq(shopCoupons.id, shopCouponLines.couponId))
      .where(eq(shopCouponLines.userId, userId))
    return { coupons: rows }
  },
}
