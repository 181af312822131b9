import { AppError } from '#kit/errors.ts'
import { seoulDayOf } from '#kit/seoul-day.ts'
import type { Context } from '#kit/server/context.ts'
import { takesTransfers } from '#shop/conditions/service.ts'
import type { ConditionsRow } from '#shop/conditions/table.ts'
import { cardProvider } from '#shop/payments/service.ts'
import { cardMinutes, type PaymentWay } from './rules.ts'

const minute = 60_000
const day = 86_400_000

/** Refuses a way to pay that is not offered, or lacks what it needs. */
export const requireWay = (
  context: Context,
  conditions: ConditionsRow,
  { payment, depositor }: { payment: PaymentWay; depositor: string },
): void => {
  if (payment === 'card') {
    if (!cardProvider(context.services.settings.cardUrl))
      throw new AppError('conflict', { fields: { payment: 'order_card' } })
    return
  }
  // An account that was entered cannot be taken out again: nothing can change this between here and the order.
  if (!takesTransfers(conditions)) throw new AppError('conflict', { fields: { payment: 'order_account' } })
  if (!depositor) throw new AppError('invalid', { fields: { depositor: 'required' } })
}

/** Until when an order waits for its money: a transfer to the end of a day in Seoul, a card some minutes. */
export const payUntil = (now: Date, payment: PaymentWay, payDays: number): Date =>
  payment === 'card'
    ? new Date(now.getTime() + cardMinutes * minute)
    : new Date(seoulDayOf(now.getTime() + payDays * day).ends - 1000)
