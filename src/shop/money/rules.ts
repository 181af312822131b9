/**
 * Money of the shop in whole won: browser, orders and statistics use the same functions. Rates are hundredths of a
 * percent. Discounts apply in the order product, level, coupon, points.
 */

/** Returns `amount * part / whole` rounded down; exact beyond 2⁵³. */
const portion = (amount: number, part: number, whole: number): number =>
  Number((BigInt(amount) * BigInt(part)) / BigInt(whole))

/** Returns the part of an amount at a rate, rounded down. */
export const applyRate = (amount: number, rate: number): number => portion(amount, rate, 10_000)

/**
 * Splits a sum by weights so that the parts add up to it: each share is rounded down, and the rest goes won by won to
 * the largest remainders, ties to the earlier part.
 */
export const allocate = (sum: number, weights: readonly number[]): number[] => {
  const whole = weights.reduce((total, weight) => total + weight, 0)
  if (whole === 0) return weights.map(() => 0)
  const shares = weights.map((weight) => portion(sum, weight, whole))
  const remainders = weights.map((weight) => (BigInt(sum) * BigInt(weight)) % BigInt(whole))
  const left = sum - shares.reduce((total, share) => total + share, 0)
  const order = weights
    .map((_, index) => index)
    .sort((a, b) => {
      const [first = 0n, second = 0n] = [remainders[a], remainders[b]]
      return first === second ? a - b : first > second ? -1 : 1
    })
  const raised = new Set(order.slice(0, left))
  return shares.map((share, index) => share + (raised.has(index) ? 1 : 0))
}

/**
 * Returns the part of an amount for `count` pieces after `before` others, of `quantity` pieces; all parts add up to the
 * amount.
 */
export const sharePieces = (amount: number, quantity: number, before: number, count: number): number =>
  portion(amount, before + count, quantity) - portion(amount, before, quantity)

/** Returns the VAT included in an amount. */
export const vatWithin = (amount: number): number => Math.round(amount / 11)

/** Delivery fee of a product: the shop's rule, free, or its own fee once per order. */
export const deliveryRules = ['rule', 'free', 'own'] as const
export type DeliveryRule = (typeof deliveryRules)[number]

export interface TotalsItem {
  /** Price of one piece with its option in won, before discounts. */
  price: number
  /** Current rate of the product's discount. */
  discount: number
  quantity: number
  delivery: DeliveryRule
  /** Used if `delivery` is `own`. */
  deliveryFee: number
  /** Rate of the points earned. */
  pointRate: number
  /** Product id; lines of one product share its own delivery fee. */
  product: string
}

/** Returns the item for pickup: without a delivery fee. */
export const withoutDelivery = <I extends TotalsItem>(item: I): I => ({ ...item, delivery: 'free' })

export interface CouponTerms {
  kind: 'amount' | 'rate'
  /** Won, or a rate. */
  value: number
  /** Maximum discount of a rate in won; null: no limit. */
  cap: number | null
  /** Minimum amount after product and level discounts, in won. */
  least: number
}

export interface TotalsTerms {
  levelRate: number
  coupon: CouponTerms | null
  /** Points that the customer wants to spend. */
  points: number
  deliveryFee: number
  /**
   * Amount after product and level discounts from which the shop's rule charges no fee, in won; null: always charges.
   */
  freeFrom: number | null
}

export interface LineTotals {
  goods: number
  productDiscount: number
  levelDiscount: number
  couponDiscount: number
  points: number
  /** Paid for the line in money, without points. */
  paid: number
  earns: number
}

export interface CalculatedTotals {
  kinds: number
  quantity: number
  goods: number
  productDiscount: number
  levelDiscount: number
  couponDiscount: number
  /** Points spent, at most what remains to pay for goods. */
  points: number
  delivery: number
  total: number
  /** VAT included in the total. */
  vat: number
  /** Points earned once the purchase is confirmed. */
  earns: number
  lines: LineTotals[]
}

/** Returns the price of one piece after the product's discount. */
export const reducedPrice = (price: number, discount: number): number => price - applyRate(price, discount)

/** Returns the discount of a coupon on an amount; 0 below its minimum. */
export const calculateCouponDiscount = (coupon: CouponTerms, sum: number): number => {
  if (sum < coupon.least) return 0
  const off = coupon.kind === 'amount' ? coupon.value : applyRate(sum, coupon.value)
  return Math.min(off, coupon.cap ?? off, sum)
}

const sumAll = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

const calculateDelivery = (
  items: readonly TotalsItem[],
  sum: number,
  { deliveryFee, freeFrom }: TotalsTerms,
): number => {
  const own = new Map(items.flatMap((item) => (item.delivery === 'own' ? [[item.product, item.deliveryFee]] : [])))
  const hasDeliveryFee = items.some(({ delivery }) => delivery === 'rule') && (freeFrom === null || sum < freeFrom)
  return (hasDeliveryFee ? deliveryFee : 0) + sumAll([...own.values()])
}

/** Calculates order totals, for the cart, the checkout and the order. */
export const calculateTotals = (items: readonly TotalsItem[], terms: TotalsTerms): CalculatedTotals => {
  const goods = items.map(({ price, quantity }) => price * quantity)
  const off = items.map(({ price, discount, quantity }) => applyRate(price, discount) * quantity)
  const level = goods.map((sum, index) => applyRate(sum - (off[index] ?? 0), terms.levelRate))
  const reduced = goods.map((sum, index) => sum - (off[index] ?? 0) - (level[index] ?? 0))
  const basis = sumAll(reduced)
  const coupon = terms.coupon ? calculateCouponDiscount(terms.coupon, basis) : 0
  const coupons = allocate(coupon, reduced)
  const left = reduced.map((sum, index) => sum - (coupons[index] ?? 0))
  const points = Math.min(terms.points, basis - coupon)
  const spent = allocate(points, left)
  const paid = left.map((sum, index) => sum - (spent[index] ?? 0))
  const weights = items.map(({ pointRate }, index) => (paid[index] ?? 0) * pointRate)
  const earns = Math.floor(sumAll(weights) / 10_000)
  const earned = allocate(earns, weights)
  const delivery = calculateDelivery(items, basis, terms)
  const sum = sumAll(paid) + delivery
  return {
    kinds: items.length,
    quantity: sumAll(items.map(({ quantity }) => quantity)),
    goods: sumAll(goods),
    productDiscount: sumAll(off),
    levelDiscount: sumAll(level),
    couponDiscount: coupon,
    points,
    delivery,
    total: sum,
    vat: vatWithin(sum),
    earns,
    lines: items.map((_, index) => ({
      goods: goods[index] ?? 0,
      productDiscount: off[index] ?? 0,
      levelDiscount: level[index] ?? 0,
      couponDiscount: coupons[index] ?? 0,
      points: spent[index] ?? 0,
      paid: paid[index] ?? 0,
      earns: earned[index] ?? 0,
    })),
  }
}

/** Returns the coupon with the largest discount, ties to the earlier; null if none gives a discount. */
export const findBestCoupon = <C extends CouponTerms>(coupons: readonly C[], sum: number): C | null => {
  let best: C | null = null
  for (const coupon of coupons)
    if (calculateCouponDiscount(coupon, sum) > (best ? calculateCouponDiscount(best, sum) : 0)) best = coupon
  return best
}

/** Order line with pieces that are returned. */
export interface RefundItem extends LineTotals {
  quantity: number
  /** Number of the line's pieces before these. */
  before: number
  /** Number of pieces returned now. */
  count: number
}

export interface RefundTerms {
  /** The seller is at fault and pays for parcels. */
  isSellers: boolean
  /** Delivery fee that the customer paid for the order. */
  delivery: number
  /** Fee for one parcel one way, in won. */
  returnFee: number
  /** An earlier return of the order has already paid the outbound parcel. */
  isOutboundPaid: boolean
  /** The customer keeps nothing of the order, and its delivery fee is not refunded yet. */
  isWhole: boolean
  /** Sum of the price differences of the pieces' exchanges; can be negative. */
  more?: number
}

/** Refund totals. */
export interface CalculatedRefund {
  /** After the product's discount. */
  goods: number
  levelDiscount: number
  couponDiscount: number
  /** Refunded as points. */
  points: number
  /** Refunded delivery fee. */
  delivery: number
  /** Parcel fees that the customer pays. */
  fee: number
  /** Refunded money. */
  total: number
  /** Points that are not earned after all, or are taken back. */
  earns: number
}

/** Calculates refund totals for pieces of an order. Successive refunds of a line add up to what was paid for it. */
export const calculateRefund = (items: readonly RefundItem[], terms: RefundTerms): CalculatedRefund => {
  const part = (of: keyof LineTotals) =>
    sumAll(items.map((item) => sharePieces(item[of], item.quantity, item.before, item.count)))
  const [levelDiscount, couponDiscount, points, paid] = [
    part('levelDiscount'),
    part('couponDiscount'),
    part('points'),
    Math.max(part('paid') + (terms.more ?? 0), 0),
  ]
  const delivery = terms.isSellers && terms.isWhole ? terms.delivery : 0
  // The outbound parcel was free because the order was to be kept, so both ways are charged.
  const ways = terms.delivery === 0 && !terms.isOutboundPaid ? 2 : 1
  const fee = terms.isSellers ? 0 : Math.min(terms.returnFee * ways, paid)
  return {
    goods: paid + points + couponDiscount + levelDiscount,
    levelDiscount,
    couponDiscount,
    points,
    delivery,
    fee,
    total: paid + delivery - fee,
    earns: part('earns'),
  }
}
