import type { z } from 'zod'
import type { Mark } from '#console/kit/parts/state-mark.tsx'
import { addDays, startOfDay } from '#console/kit/parts/time/seoul-time.ts'
import { consoleResource } from '#console/kit/parts/values/console-resource.ts'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { type Coupon, type CouponInput, type CouponState, coupons } from '../contract.ts'

const { list, get, create, update, remove } = coupons

export const resource = consoleResource({ list, get, create, update, remove })
export const client = clientOf(coupons)

export type CouponShape = z.output<typeof CouponInput>

export const couponName = ({ title }: Coupon): string => title.ko

export const toInput = ({
  _id,
  createdAt,
  updatedAt,
  issued,
  used,
  withdrawnAt,
  withdrawnReason,
  ...fields
}: Coupon): CouponShape => fields

/** Valid for 30 days from today. */
export const blank: CouponShape = {
  title: { ko: '' },
  kind: 'amount',
  value: 1000,
  cap: null,
  least: 0,
  startsAt: startOfDay(formatSeoulDay(new Date())).toISOString(),
  endsAt: startOfDay(addDays(formatSeoulDay(new Date()), 30)).toISOString(),
  audience: 'all',
  level: '',
  code: null,
  limit: null,
}

export const determineState = ({ withdrawnAt, startsAt, endsAt }: Coupon, now = new Date()): CouponState => {
  if (withdrawnAt) return 'withdrawn'
  if (new Date(startsAt) > now) return 'coming'
  return new Date(endsAt) > now ? 'running' : 'ended'
}

export const stateLabels: Record<CouponState, () => string> = {
  coming: m.coupons_state_coming,
  running: m.coupons_state_running,
  ended: m.coupons_state_ended,
  withdrawn: m.coupons_state_withdrawn,
}
export const stateMarks: Record<CouponState, Mark> = {
  coming: 'scheduled',
  running: 'published',
  ended: 'ended',
  withdrawn: 'hidden',
}
export const audienceLabels: Record<CouponShape['audience'], () => string> = {
  all: m.coupons_audience_all,
  level: m.coupons_audience_level,
  list: m.coupons_audience_list,
  code: m.coupons_audience_code,
}

/** Formats won with thousands separators. */
const won = (amount: number): string => amount.toLocaleString('ko-KR')

/** Returns the discount as text: `10%, 15,000원까지`. */
export const formatDiscount = ({ kind, value, cap }: Pick<CouponShape, 'kind' | 'value' | 'cap'>): string => {
  if (kind === 'amount') return m.coupons_off_amount({ amount: won(value) })
  const rate = m.coupons_off_rate({ rate: String(value / 100) })
  return cap === null ? rate : m.coupons_off_most({ rate, amount: won(cap) })
}

export const formatMinimum = ({ least }: Pick<CouponShape, 'least'>): string | null =>
  least > 0 ? m.coupons_from({ amount: won(least) }) : null
