import { inArray } from 'drizzle-orm'
import { assetId } from '#kit/files/assets.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import type { CouponTerms } from '#shop/money/rules.ts'
import { shopOrders } from '#shop/orders/table.ts'
import { shopCouponLines, shopCoupons } from './table.ts'

const day = 86_400_000

/** Usernames of the demo accounts that have orders and coupons. */
export const demoCustomers: readonly string[] = ['member', 'company']

/** The same in every installation: orders are seeded before coupons and refer to them. */
const couponId = (key: string): string => assetId(`shop/coupons/${key}`)

/** Demo coupons: one for all members, one by code, and expired ones. */
export const demoCoupons = (now: Date) => {
  const times = (from: number, to: number) => {
    const startsAt = new Date(now.getTime() + from * day)
    return { startsAt, endsAt: new Date(now.getTime() + to * day), createdAt: startsAt, updatedAt: startsAt }
  }
  const coupons: (typeof shopCoupons.$inferInsert & CouponTerms)[] = [
    {
      ...times(-10, 60),
      id: couponId('winter'),
      title: { ko: '겨울 10% 할인', en: '10% off this winter', cn: '冬季九折' },
      kind: 'rate',
      value: 1000,
      cap: 20_000,
      least: 50_000,
    },
    {
      ...times(-10, 90),
      id: couponId('first'),
      title: { ko: '첫 구매 5,000원', en: '5,000 won off a first order', cn: '首单立减 5,000 韩元' },
      kind: 'amount',
      value: 5000,
      cap: null,
      least: 30_000,
      audience: 'code',
      code: 'DAECHEONG',
      limit: 500,
    },
    {
      ...times(-400, -290),
      id: couponId('welcome'),
      title: { ko: '신규 회원 5,000원', en: '5,000 won for new members', cn: '新会员立减5,000韩元' },
      kind: 'amount',
      value: 5000,
      cap: null,
      least: 30_000,
      audience: 'list',
    },
    {
      ...times(-215, -160),
      id: couponId('table'),
      title: { ko: '식탁 기획전 8% 할인', en: '8% off for the table', cn: '餐桌专题九二折' },
      kind: 'rate',
      value: 800,
      cap: 15_000,
      least: 40_000,
    },
    {
      ...times(-110, -40),
      id: couponId('thanks'),
      title: { ko: '재구매 3,000원', en: '3,000 won for your next order', cn: '复购立减3,000韩元' },
      kind: 'amount',
      value: 3000,
      cap: null,
      least: 20_000,
      audience: 'list',
    },
    {
      ...times(-130, -100),
      id: couponId('delay'),
      title: { ko: '배송 지연 보상 2,000원', en: '2,000 won for late parcels', cn: '延迟配送补偿2,000韩元' },
      kind: 'amount',
      value: 2000,
      cap: null,
      least: 0,
      audience: 'list',
      withdrawnAt: new Date(now.getTime() - 128 * day),
      withdrawnReason: '발급 대상이 잘못 지정되어 회수했습니다.',
    },
  ]
  return coupons
}

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
