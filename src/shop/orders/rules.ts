import { seoulDayOf } from '#kit/time/seoul-day.ts'

const day = 86_400_000

/**
 * `ready`: to be picked up, where a parcel would be shipped; `delivered` is then that it was handed over. `cancelled`: by
 * the customer, by staff, or because the transfer did not come in time.
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

/** How goods come to the customer: a carrier brings them, or they are picked up where staff hand them over. */
export const deliveryWays = ['parcel', 'pickup'] as const
export type DeliveryWay = (typeof deliveryWays)[number]

export const paymentWays = ['bank', 'card'] as const
export type PaymentWay = (typeof paymentWays)[number]

/** Minutes for which an order keeps its goods for a payment by card, and again once after a first failure. */
export const cardMinutes = 20

/** Why a payment by card did not happen, as customers are told. */
export const cardFaults = [
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
export type CardFault = (typeof cardFaults)[number]

export const cancelReasons = ['customer', 'staff', 'unpaid'] as const
export type CancelReason = (typeof cancelReasons)[number]

/** From which states an order may come into each, and who may bring it there. */
export const moves = {
  paid: ['ordered'],
  preparing: ['paid'],
  /** Of what is picked up. */
  ready: ['paid', 'preparing'],
  shipped: ['paid', 'preparing'],
  /** From `ready` with the code that the customer shows. */
  delivered: ['shipped', 'ready'],
  confirmed: ['delivered'],
  /** By staff. */
  cancelled: ['ordered', 'paid', 'preparing', 'ready'],
} as const satisfies Partial<Record<OrderState, readonly OrderState[]>>

/** From which states customers may cancel themselves: before anything was packed. */
export const cancelledByCustomer: readonly OrderState[] = ['ordered', 'paid']

/**
 * Days after delivery within which goods are sent back without a reason; after them a purchase counts as confirmed. The
 * day of delivery is not counted, and the last is whole (Civil Act, articles 157 and 159); `claimTermOf` says which it is.
 */
export const returnDays = 7
/**
 * Days after delivery within which faults and wrong goods are taken back: three months, as long as three months can be
 * (Act on Consumer Protection in Electronic Commerce, article 17).
 */
export const faultDays = 92

/** The last moment of a term of days from a moment on, in Seoul. */
export const termOf = (from: Date, days: number): Date => new Date(seoulDayOf(from.getTime() + days * day).ends - 1)

/** The running number within the number of an order, 0 where it is none; whether the month is right, `numberOf` says. */
export const runningNumber = (number: string): number => Number(/^S-\d{4}-(\d{4,9})$/i.exec(number)?.[1] ?? 0)

/** Number of an order, as customers read it: S-2611-0412. */
export const numberOf = ({ number, createdAt }: { number: number; createdAt: Date }): string => {
  const month = new Date(createdAt.getTime() + 9 * 3_600_000).toISOString().slice(2, 7).replace('-', '')
  return `S-${month}-${String(number).padStart(4, '0')}`
}

/** What happens to an exchange, in the history of its order. */
export const exchangeEvents = [
  'exchange_asked',
  'exchange_collected',
  'exchange_shipped',
  'exchange_done',
  'exchange_refused',
  'exchange_withdrawn',
] as const
export type ExchangeEvent = (typeof exchangeEvents)[number]

/** Papers of an order: that its money came, and what it was made of. */
export const orderPapers = ['receipt', 'statement'] as const
export type OrderPaper = (typeof orderPapers)[number]

/** Statements that one file holds: its address names each order. */
export const mostStatements = 50
