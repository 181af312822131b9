import type { Filling } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { shopCouponLines, shopCoupons } from './table.ts'

const day = 86_400_000

/** A coupon for everybody and one by code; the account `member` has the first. */
export const fill = async (context: Context, { isDemo, accounts }: Filling): Promise<void> => {
  if (!isDemo) return
  const now = context.now()
  const times = { startsAt: new Date(now.getTime() - 10 * day), createdAt: now, updatedAt: now }
  const winter = context.newId()
  await context.database.insert(shopCoupons).values([
    {
      ...times,
      id: winter,
      title: { ko: '겨울 10% 할인', en: '10% off this winter', cn: '冬季九折' },
      kind: 'rate',
      value: 1000,
      cap: 20_000,
      least: 50_000,
      endsAt: new Date(now.getTime() + 60 * day),
    },
    {
      ...times,
      id: context.newId(),
      title: { ko: '첫 구매 5,000원', en: '5,000 won off a first order', cn: '首单立减 5,000 韩元' },
      kind: 'amount',
      value: 5000,
      least: 30_000,
      endsAt: new Date(now.getTime() + 90 * day),
      audience: 'code',
      code: 'DAECHEONG',
      limit: 500,
    },
  ])
  const member = accounts.find(({ username }) => username === 'member')
  if (member)
    await context.database
      .insert(shopCouponLines)
      .values({ id: context.newId(), couponId: winter, userId: member.id, kind: 'issued', amount: 1, at: now })
}
