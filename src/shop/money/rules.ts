/**
 * Sums of the shop in whole won: the browser, the order and the statistics ask the same functions. Rates are hundredths
 * of a percent. Discounts come off in the order product, level, coupon, points.
 */

/** Product of two whole numbers over a third, rounded down; exact beyond 2⁵³. */
const portion = (amount: number, part: number, whole: number): number =>
  Number((BigInt(amount) * BigInt(part)) / BigInt(whole))

/** What a rate takes off an amount, rounded down. */
export const rateOf = (amount: number, rate: number): number => portion(amount, rate, 10_000)

/**
 * Splits a sum by weights so that the parts make the whole again: each gets its share rounded down, and what is left
 * goes one by one to the largest remainders, the earlier first.
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

/** Of an amount spread over `quantity` pieces, the part of `count` pieces after `before` others: all parts make it again. */
export const pieceShare = (amount: number, quantity: number, before: number, count: number): number =>
  portion(amount, before + count, quantity) - portion(amount, before, quantity)

/** VAT within an amount that includes it. */
export const vatWithin = (amount: number): number => Math.round(amount / 11)

/** How a product is delivered: by the shop's rule, at no fee, or at a fee of its own, once an order. */
export const deliveryRules = ['rule', 'free', 'own'] as const
export type DeliveryRule = (typeof deliveryRules)[number]

export interface SlipItem {
  /** Of one piece with its option, before any discount. */
  price: number
  /** Rate of the product's own discount now. */
  discount: number
  quantity: number
  delivery: DeliveryRule
  /** Where `delivery` is `own`. */
  deliveryFee: number
  /** Rate of the points that it earns. */
  pointRate: number
  /** Lines of one product share a delivery fee of its own. */
  product: string
}

/** An item that is picked up: nobody is paid for bringing it. */
export const collected = <I extends SlipItem>(item: I): I => ({ ...item, delivery: 'free' })

export interface CouponTerms {
  kind: 'amount' | 'rate'
  /** Won, or a rate. */
  value: number
  /** Most won that a rate takes off; null: no cap. */
  cap: number | null
  /** Least sum after the discounts of product and level. */
  least: number
}

export interface SlipTerms {
  levelRate: number
  coupon: CouponTerms | null
  /** Points that the customer wants to spend. */
  points: number
  deliveryFee: number
  /** Sum after the discounts of product and level from which the shop's rule asks no fee; null: it always does. */
  freeFrom: number | null
}

export interface SlipLine {
  goods: number
  productDiscount: number
  levelDiscount: number
  couponDiscount: number
  points: number
  /** What is paid for the line in money. */
  paid: number
  earns: number
}

export interface Slip {
  kinds: number
  quantity: number
  goods: number
  productDiscount: number
  levelDiscount: number
  couponDiscount: number
  /** Points spent: never more than is left to pay for goods. */
  points: number
  delivery: number
  total: number
  /** Within the total. */
  vat: number
  /** Points to come once the purchase is confirmed. */
  earns: number
  lines: SlipLine[]
}

/** Price of one piece after the discount of the product itself. */
export const reducedPrice = (price: number, discount: number): number => price - rateOf(price, discount)

/** What a coupon takes off a sum; 0 below its least sum. */
export const couponOff = (coupon: CouponTerms, sum: number): number => {
  if (sum < coupon.least) return 0
  const off = coupon.kind === 'amount' ? coupon.value : rateOf(sum, coupon.value)
  return Math.min(off, coupon.cap ?? off, sum)
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

const deliveryOf = (items: readonly SlipItem[], sum: number, { deliveryFee, freeFrom }: SlipTerms): number => {
  const own = new Map(items.flatMap((item) => (item.delivery === 'own' ? [[item.product, item.deliveryFee]] : [])))
  const isAsked = items.some(({ delivery }) => delivery === 'rule') && (freeFrom === null || sum < freeFrom)
  return (isAsked ? deliveryFee : 0) + total([...own.values()])
}

/** The list of sums, from the cart to the order. */
export const slipOf = (items: readonly SlipItem[], terms: SlipTerms): Slip => {
  const goods = items.map(({ price, quantity }) => price * quantity)
  const off = items.map(({ price, discount, quantity }) => rateOf(price, discount) * quantity)
  const level = goods.map((sum, index) => rateOf(sum - (off[index] ?? 0), terms.levelRate))
  const reduced = goods.map((sum, index) => sum - (off[index] ?? 0) - (level[index] ?? 0))
  const basis = total(reduced)
  const coupon = terms.coupon ? couponOff(terms.coupon, basis) : 0
  const coupons = allocate(coupon, reduced)
  const left = reduced.map((sum, index) => sum - (coupons[index] ?? 0))
  const points = Math.min(terms.points, basis - coupon)
  const spent = allocate(points, left)
  const paid = left.map((sum, index) => sum - (spent[index] ?? 0))
  const weights = items.map(({ pointRate }, index) => (paid[index] ?? 0) * pointRate)
  const earns = Math.floor(total(weights) / 10_000)
  const earned = allocate(earns, weights)
  const delivery = deliveryOf(items, basis, terms)
  const sum = total(paid) + delivery
  return {
    kinds: items.length,
    quantity: total(items.map(({ quantity }) => quantity)),
    goods: total(goods),
    productDiscount: total(off),
    levelDiscount: total(level),
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

/** Of several coupons the one that takes off most, the earlier of equals; null where none takes off anything. */
export const bestCoupon = <C extends CouponTerms>(coupons: readonly C[], sum: number): C | null => {
  let best: C | null = null
  for (const coupon of coupons) if (couponOff(coupon, sum) > (best ? couponOff(best, sum) : 0)) best = coupon
  return best
}

/** A line of an order of which pieces are sent back. */
export interface RefundItem extends SlipLine {
  quantity: number
  /** Pieces that were sent back before. */
  before: number
  /** Pieces that are sent back now. */
  count: number
}

export interface RefundTerms {
  /** The seller pays for parcels where it is at fault. */
  isSellers: boolean
  /** What the customer paid for delivery of the order. */
  delivery: number
  /** Won for a parcel one way. */
  returnFee: number
  /** An earlier return of the order has paid for the way out already. */
  isOutboundPaid: boolean
  /** Nothing of the order stays with the customer, who has not been given its delivery back yet. */
  isWhole: boolean
  /** What the pieces cost more, or less than 0, since they were exchanged. */
  more?: number
}

/** The slip turned round. */
export interface Refund {
  /** After the discount of the product itself. */
  goods: number
  levelDiscount: number
  couponDiscount: number
  /** Given back as points. */
  points: number
  /** Delivery that is given back. */
  delivery: number
  /** Parcels that the customer pays. */
  fee: number
  /** Given back in the way it was paid. */
  total: number
  /** Points to come that are lost, or were earned and are taken back. */
  earns: number
}

/** What is given back for pieces of an order. The parts of a line sent back one after the other make what was paid. */
export const refundOf = (items: readonly RefundItem[], terms: RefundTerms): Refund => {
  const part = (of: keyof SlipLine) =>
    total(items.map((item) => pieceShare(item[of], item.quantity, item.before, item.count)))
  const [levelDiscount, couponDiscount, points, paid] = [
    part('levelDiscount'),
    part('couponDiscount'),
    part('points'),
    Math.max(part('paid') + (terms.more ?? 0), 0),
  ]
  const delivery = terms.isSellers && terms.isWhole ? terms.delivery : 0
  // A free way out was given for an order that is kept.
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
