import { and, eq } from 'drizzle-orm'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { periodState } from '#kit/time/period-state.ts'
import { type CouponRow, shopCouponHoldings, shopCouponLines, shopCoupons } from '../table.ts'

/** Returns a coupon that the member has and can use now; throws `conflict`. */
export const findUsableCoupon = async (context: Context, userId: string, id: string): Promise<CouponRow> => {
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

/** Writes a ledger line for an order. A constraint rejects a coupon that the member does not have. */
const writeCouponLine = async (
  context: Context,
  kind: 'used' | 'back',
  couponId: string,
  userId: string,
  orderId: string,
) => {
  try {
    const line = { id: context.newId(), couponId, userId, orderId, kind, at: context.now() }
    await context.database.insert(shopCouponLines).values({ ...line, amount: kind === 'used' ? -1 : 1 })
  } catch (error) {
    if (!['shop_coupon_holdings_left', 'shop_coupons_withdrawn'].includes(violatedConstraint(error))) throw error
    throw new AppError('conflict', { fields: { coupon: 'order_coupon' } })
  }
}

export const spendCoupon = (context: Context, couponId: string, userId: string, orderId: string): Promise<void> =>
  writeCouponLine(context, 'used', couponId, userId, orderId)

/** Gives the coupon of a cancelled order back. */
export const returnCoupon = (context: Context, couponId: string, userId: string, orderId: string): Promise<void> =>
  writeCouponLine(context, 'back', couponId, userId, orderId)
