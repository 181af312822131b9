import { formatPhone, parsePhone } from '#kit/phone/parse-phone.ts'
import { seoulDayOf } from '#kit/time/seoul-day.ts'

const day = 86_400_000

/**
 * `ready`: waiting for pickup, in place of `shipped`; `delivered` then means handed over. `cancelled`: by the customer,
 * by staff, or because no transfer arrived in time.
 */
export const orderStates = [
  'ordered',
  'paid',
  'preparing',
  'ready',
  'shipped',
  'delivered',
  'confirmed',
  'cancelled',
] as const
export type OrderState = (typeof orderStates)[number]

/** Delivery methods: by a carrier, or picked up at a desk. */
export const deliveryMethods = ['parcel', 'pickup'] as const
export type DeliveryMethod = (typeof deliveryMethods)[number]

export const paymentMethods = ['bank', 'card'] as const
export type PaymentMethodName = (typeof paymentMethods)[number]

/** Minutes for which stock is held for a card payment; granted once more after the first failure. */
export const cardMinutes = 20

/** Reasons shown to customers for a failed card payment. */
export const cardFailures = [
  'closed',
  'refused',
  'limit',
  'balance',
  'data',
  'expired',
  'amount',
  'late',
  'other',
] as const
export type CardFailure = (typeof cardFailures)[number]

export const cancelReasons = ['customer', 'staff', 'unpaid'] as const
export type CancelReason = (typeof cancelReasons)[number]

/** Allowed from-states of each state. */
export const orderTransitions = {
  paid: ['ordered'],
  preparing: ['paid'],
  /** Pickup orders only. */
  ready: ['paid', 'preparing'],
  shipped: ['paid', 'preparing'],
  /** From `ready` by the pickup code. */
  delivered: ['shipped', 'ready'],
  confirmed: ['delivered'],
  /** By staff. */
  cancelled: ['ordered', 'paid', 'preparing', 'ready'],
} as const satisfies Partial<Record<OrderState, readonly OrderState[]>>

/** States in which customers can cancel: before the order is packed. */
export const customerCancellable: readonly OrderState[] = ['ordered', 'paid']

/**
 * Days after delivery for a return without a reason; the purchase counts as confirmed after them. The day of delivery
 * does not count and the last day counts whole (Civil Act, articles 157 and 159); `endOfClaimTerm` returns the end.
 */
export const returnDays = 7
/**
 * Days after delivery for the return of defective or wrong goods: the longest that three months can be (Act on Consumer
 * Protection in Electronic Commerce, article 17).
 */
export const faultDays = 92

/** Returns the end of the day in Seoul that is `days` after a moment. */
export const endOfTerm = (from: Date, days: number): Date => new Date(seoulDayOf(from.getTime() + days * day).ends - 1)

/** Returns the sequence number in an order number, 0 if invalid; does not check the month. */
export const parseOrderNumber = (number: string): number => Number(/^S-\d{4}-(\d{4,9})$/i.exec(number)?.[1] ?? 0)

/** Returns the order number that customers see: S-2611-0412. */
export const formatOrderNumber = ({ number, createdAt }: { number: number; createdAt: Date }): string => {
  const month = new Date(createdAt.getTime() + 9 * 3_600_000).toISOString().slice(2, 7).replace('-', '')
  return `S-${month}-${String(number).padStart(4, '0')}`
}

/** Events of an exchange in the history of its order. */
export const exchangeEvents = [
  'exchange_asked',
  'exchange_collected',
  'exchange_shipped',
  'exchange_done',
  'exchange_refused',
  'exchange_withdrawn',
] as const
export type ExchangeEvent = (typeof exchangeEvents)[number]

/** Documents of an order: proof of payment, and itemized statement. */
export const orderDocuments = ['receipt', 'statement'] as const
export type OrderDocument = (typeof orderDocuments)[number]

/** Maximum number of statements in one file, whose URL names each order. */
export const maxStatements = 50

/**
 * Returns the number of a cash receipt: a mobile number in any spelling, or a receipt card or business number as typed.
 */
export const readReceiptNumber = (text: string): string => {
  const { phone } = parsePhone(text)
  return phone?.startsWith('+821') ? formatPhone(phone) : text.normalize('NFKC').trim()
}

/** Digits and hyphens of such a number. */
export const receiptNumberPattern = /^[\d-]{10,20}$/
