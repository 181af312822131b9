import type { z } from 'zod'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { insertRecord } from '#kit/server/records/records.ts'
import { CouponInput, type coupons as contract } from './contract.ts'
import { type CouponRow, shopCouponLines, shopCoupons } from './table.ts'

type Input = z.input<typeof CouponInput>

export const couponInput = (context: Context, overrides: Partial<Input> = {}): Input => ({
  title: { ko: '첫눈', en: 'First snow', cn: '初雪' },
  kind: 'rate',
  value: 1000,
  cap: 15_000,
  startsAt: new Date(context.now().getTime() - 86_400_000).toISOString(),
  endsAt: new Date(context.now().getTime() + 30 * 86_400_000).toISOString(),
  audience: 'list',
  ...overrides,
})

export const buildCoupon = (context: Context, overrides: Partial<Input> = {}): Promise<CouponRow> =>
  insertRecord(context, shopCoupons, CouponInput, couponInput(context, overrides))

/** Issues a coupon to members. */
export const issueCoupon = async (context: Context, couponId: string, ...users: string[]): Promise<void> => {
  const at = context.now()
  for (const userId of users)
    await context.database
      .insert(shopCouponLines)
      .values({ id: context.newId(), couponId, userId, kind: 'issued', amount: 1, at })
}

export const samples: Samples<typeof contract> = {
  create: (context) => ({ body: couponInput(context) }),
  issue: async (context) => ({ params: { id: (await buildCoupon(context)).id }, body: { usernames: ['nobody'] } }),
  withdraw: async (context) => ({
    params: { id: (await buildCoupon(context)).id },
    body: { reason: '조건을 잘못 정했습니다.' },
  }),
  claim: async (context) => {
    const code = `SNOW-${context.newId().slice(-8).toUpperCase()}`
    await buildCoupon(context, { audience: 'code', code })
    return { body: { code } }
  },
}
