import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { offersPickup, takesTransfers } from '#shop/conditions/server/read-conditions.ts'
import type { ConditionsRow } from '#shop/conditions/table.ts'
import { findCardProvider } from '#shop/payments/server/choose-provider.ts'
import { createPickupCode } from '#trade/pickups/server/create-ticket.ts'
import type { Address } from '../contract-records.ts'
import { cardMinutes, type DeliveryMethod, type PaymentMethodName } from '../rules.ts'
import type { OrderRow } from '../table.ts'

const minute = 60_000
const day = 86_400_000

/** Asserts that the payment method is offered and complete. */
export const assertPaymentMethod = (
  context: Context,
  conditions: ConditionsRow,
  { payment, depositor }: { payment: PaymentMethodName; depositor: string },
): void => {
  if (payment === 'card') {
    if (!findCardProvider(context.services.settings.cardUrl))
      throw new AppError('conflict', { fields: { payment: 'order_card' } })
    return
  }
  // A bank account, once set, cannot be removed, so this check needs no lock.
  if (!takesTransfers(conditions)) throw new AppError('conflict', { fields: { payment: 'order_account' } })
  if (!depositor) throw new AppError('invalid', { fields: { depositor: 'required' } })
}

/** Returns the payment deadline: the end of a day in Seoul for a transfer, minutes for a card. */
export const paymentDeadline = (now: Date, payment: PaymentMethodName, payDays: number): Date =>
  payment === 'card'
    ? new Date(now.getTime() + cardMinutes * minute)
    : new Date(seoulDayOf(now.getTime() + payDays * day).ends - 1000)

/** Returns the delivery fields of an order; throws if pickup is not offered or the address is missing. */
export const resolveDelivery = (
  conditions: ConditionsRow,
  { way, to, buyer }: { way: DeliveryMethod; to: Address | null; buyer: { name: string; phone: string } },
): Pick<OrderRow, 'way' | 'recipient' | 'pickup' | 'code'> => {
  if (way === 'parcel') {
    if (!to) throw new AppError('invalid', { fields: { to: 'required' } })
    return { way, recipient: to, pickup: null, code: null }
  }
  if (!offersPickup(conditions)) throw new AppError('conflict', { fields: { way: 'order_pickup' } })
  const { pickupPlace: place, pickupFrom: from, pickupTo, pickupDays: days } = conditions
  return {
    way,
    recipient: { name: buyer.name, phone: buyer.phone, postcode: '', address: '', detail: '' },
    pickup: { place, from, to: pickupTo, days },
    code: createPickupCode(),
  }
}
