import { eq } from 'drizzle-orm'
import type { PersonalData } from '#kit/module/module.ts'
import { shopCouponHoldings, shopCouponLines, shopCoupons } from '../table.ts'

/** Personal data: coupons are deleted with the account. */
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
