import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allocate,
  calculateRefund,
  calculateTotals,
  findBestCoupon,
  type RefundItem,
  type TotalsItem,
  type TotalsTerms,
} from './rules.ts'

const item = (price: number, overrides: Partial<TotalsItem> = {}): TotalsItem => ({
  price,
  discount: 0,
  quantity: 1,
  delivery: 'rule',
  deliveryFee: 0,
  pointRate: 100,
  product: String(price),
  ...overrides,
})
const terms: TotalsTerms = { levelRate: 300, coupon: null, points: 0, deliveryFee: 3000, freeFrom: 50_000 }
const bowls = [item(184_000, { discount: 1500 }), item(128_000), item(34_000, { quantity: 2 })]

describe('order totals', () => {
  it('of a cart apply product and level discounts, in that order', () => {
    expect(calculateTotals(bowls, terms)).toMatchObject({
      kinds: 3,
      quantity: 4,
      goods: 380_000,
      productDiscount: 27_600,
      levelDiscount: 10_572,
      delivery: 0,
      total: 341_828,
      vat: 31_075,
    })
  })

  it('of a checkout apply coupon and points after them', () => {
    const coupon = { kind: 'rate', value: 1000, cap: 15_000, least: 100_000 } as const
    expect(calculateTotals(bowls, { ...terms, coupon, points: 5000 })).toMatchObject({
      couponDiscount: 15_000,
      points: 5000,
      total: 321_828,
      vat: 29_257,
      earns: 3218,
    })
    const birthday = { kind: 'amount', value: 10_000, cap: null, least: 50_000 } as const
    expect(findBestCoupon([birthday, coupon], 341_828)).toBe(coupon)
    expect(findBestCoupon([birthday, coupon], 40_000)).toBeNull()
  })

  it('earn points on the discounted price', () => {
    expect(calculateTotals([item(128_000)], terms)).toMatchObject({ total: 124_160, earns: 1241 })
  })

  it('charge delivery by the rule below its limit, and own fees of products once', () => {
    expect(calculateTotals([item(30_000)], terms).delivery).toBe(3000)
    expect(calculateTotals([item(30_000, { delivery: 'free' })], terms).delivery).toBe(0)
    const heavy = item(400_000, { delivery: 'own', deliveryFee: 20_000, product: 'stool' })
    expect(calculateTotals([heavy, { ...heavy, price: 500_000 }, item(10_000)], terms).delivery).toBe(20_000)
    expect(calculateTotals([item(90_000)], { ...terms, freeFrom: null }).delivery).toBe(3000)
  })

  it('of an empty cart are zero', () => {
    expect(calculateTotals([], terms)).toMatchObject({ total: 0, delivery: 0, lines: [] })
  })
})

describe('refund totals', () => {
  const order = calculateTotals([item(88_000, { discount: 2000 }), item(69_000)], {
    ...terms,
    coupon: { kind: 'amount', value: 10_000, cap: null, least: 0 },
  })
  const vase = order.lines.slice(0, 1).map((line) => ({ ...line, quantity: 1, before: 0, count: 1 }))
  const sellers = { isSellers: true, delivery: 0, returnFee: 3000, isOutboundPaid: false, isWhole: false }

  it('refund what was paid for the piece, less its share of the coupon', () => {
    expect(order.total).toBe(125_218)
    expect(calculateRefund(vase, sellers)).toEqual({
      goods: 70_400,
      levelDiscount: 2112,
      couponDiscount: 5050,
      points: 0,
      delivery: 0,
      fee: 0,
      total: 63_238,
      earns: 632,
    })
  })

  it('charge both parcels for a change of mind if the outbound parcel was free', () => {
    expect(calculateRefund(vase, { ...sellers, isSellers: false })).toMatchObject({ fee: 6000, total: 57_238 })
    expect(calculateRefund(vase, { ...sellers, isSellers: false, delivery: 3000 })).toMatchObject({ fee: 3000 })
    expect(calculateRefund(vase, { ...sellers, isSellers: false, isOutboundPaid: true })).toMatchObject({ fee: 3000 })
  })
})

const anyItem = fc.record({
  price: fc.integer({ min: 10, max: 2_000_000 }),
  discount: fc.integer({ min: 0, max: 9000 }),
  quantity: fc.integer({ min: 1, max: 9 }),
  pointRate: fc.integer({ min: 0, max: 1000 }),
  delivery: fc.constantFrom('rule' as const, 'free' as const, 'own' as const),
  deliveryFee: fc.integer({ min: 0, max: 30_000 }),
  product: fc.constantFrom('a', 'b', 'c'),
})
const anyTerms = fc.record({
  levelRate: fc.integer({ min: 0, max: 2000 }),
  points: fc.integer({ min: 0, max: 3_000_000 }),
  deliveryFee: fc.integer({ min: 0, max: 5000 }),
  freeFrom: fc.option(fc.integer({ min: 0, max: 200_000 })),
  coupon: fc.option(
    fc.record({
      kind: fc.constantFrom('amount' as const, 'rate' as const),
      value: fc.integer({ min: 1, max: 10_000 }),
      cap: fc.option(fc.integer({ min: 100, max: 50_000 })),
      least: fc.integer({ min: 0, max: 100_000 }),
    }),
  ),
})

/** Allocates a sum one won at a time: each to the largest remainder, ties to the earlier part. */
const byTheWon = (sum: number, weights: readonly number[]): number[] => {
  const whole = weights.reduce((all, weight) => all + BigInt(weight), 0n)
  const parts = weights.map((weight) => (whole === 0n ? 0n : (BigInt(sum) * BigInt(weight)) / whole))
  for (let left = BigInt(sum) - parts.reduce((all, part) => all + part, 0n); whole > 0n && left > 0n; left -= 1n) {
    const missing = weights.map((weight, index) => BigInt(sum) * BigInt(weight) - (parts[index] ?? 0n) * whole)
    const at = missing.findIndex((one) => missing.every((other) => other <= one))
    parts[at] = (parts[at] ?? 0n) + 1n
  }
  return parts.map(Number)
}

/** Reference implementation of the totals, following the rules of the shop step by step without its functions. */
const twinOf = (items: readonly TotalsItem[], terms: TotalsTerms) => {
  const off = (amount: number, rate: number) => Number((BigInt(amount) * BigInt(rate)) / 10_000n)
  const lines = items.map(({ price, discount, quantity }) => {
    let reduced = 0
    for (let piece = 0; piece < quantity; piece += 1) reduced += price - off(price, discount)
    const level = off(reduced, terms.levelRate)
    return { goods: price * quantity, productDiscount: price * quantity - reduced, level, left: reduced - level }
  })
  const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)
  const basis = sum(lines.map(({ left }) => left))
  const { coupon } = terms
  let couponDiscount = 0
  if (coupon && basis >= coupon.least) {
    couponDiscount = coupon.kind === 'amount' ? coupon.value : off(basis, coupon.value)
    if (coupon.cap !== null && couponDiscount > coupon.cap) couponDiscount = coupon.cap
    if (couponDiscount > basis) couponDiscount = basis
  }
  const withCoupon = byTheWon(
    couponDiscount,
    lines.map(({ left }) => left),
  )
  const left = lines.map((line, index) => line.left - (withCoupon[index] ?? 0))
  const points = Math.min(terms.points, sum(left))
  const spent = byTheWon(points, left)
  const paid = left.map((one, index) => one - (spent[index] ?? 0))
  let delivery = 0
  const hasRule = items.some((item) => item.delivery === 'rule')
  if (hasRule && !(terms.freeFrom !== null && basis >= terms.freeFrom)) delivery += terms.deliveryFee
  for (const product of new Set(items.filter((item) => item.delivery === 'own').map((item) => item.product)))
    delivery += items.findLast((item) => item.delivery === 'own' && item.product === product)?.deliveryFee ?? 0
  const total = sum(paid) + delivery
  return {
    goods: sum(lines.map(({ goods }) => goods)),
    productDiscount: sum(lines.map(({ productDiscount }) => productDiscount)),
    levelDiscount: sum(lines.map(({ level }) => level)),
    couponDiscount,
    points,
    delivery,
    total,
    vat: Math.round(total / 11),
    earns: Number(
      items.reduce((all, { pointRate }, index) => all + BigInt(paid[index] ?? 0) * BigInt(pointRate), 0n) / 10_000n,
    ),
    lines: paid.map((one, index) => ({ couponDiscount: withCoupon[index], points: spent[index], paid: one })),
  }
}

describe('totals of 10,000 random orders', () => {
  it('equal a reference that counts won by won', { tags: ['deep'], timeout: 120_000 }, () => {
    fc.assert(
      fc.property(fc.array(anyItem, { minLength: 1, maxLength: 6 }), anyTerms, (items, totalsTerms) => {
        const slip = calculateTotals(items, totalsTerms)
        expect({
          ...slip,
          lines: slip.lines.map(({ couponDiscount, points, paid }) => ({ couponDiscount, points, paid })),
        }).toMatchObject(twinOf(items, totalsTerms))
      }),
      { numRuns: 10_000 },
    )
  })

  it('add up over lines, and refunds piece by piece add up to what was paid', {
    tags: ['deep'],
    timeout: 120_000,
  }, () => {
    fc.assert(
      fc.property(fc.array(anyItem, { minLength: 1, maxLength: 6 }), anyTerms, (items, totalsTerms) => {
        const slip = calculateTotals(items, totalsTerms)
        const sum = (of: keyof (typeof slip.lines)[number]) => slip.lines.reduce((all, line) => all + line[of], 0)
        for (const field of ['goods', 'productDiscount', 'levelDiscount', 'couponDiscount', 'points', 'earns'] as const)
          expect(sum(field)).toBe(slip[field])
        expect(sum('paid') + slip.delivery).toBe(slip.total)
        expect(Math.min(...slip.lines.flatMap((line) => Object.values(line)))).toBeGreaterThanOrEqual(0)
        const { goods, productDiscount, levelDiscount, couponDiscount, points, delivery, total } = slip
        expect(goods - productDiscount - levelDiscount - couponDiscount - points + delivery).toBe(total)

        // Reference: each piece of each line is returned separately, in a random order.
        const back = { total: 0, points: 0, couponDiscount: 0, earns: 0 }
        const terms = { isSellers: true, delivery: slip.delivery, returnFee: 3000, isOutboundPaid: false }
        for (const [index, line] of slip.lines.entries()) {
          const quantity = items[index]?.quantity ?? 0
          for (let before = 0; before < quantity; before += 1) {
            const pieces: RefundItem[] = [{ ...line, quantity, before, count: 1 }]
            const refund = calculateRefund(pieces, { ...terms, isWhole: false })
            if (Math.min(...Object.values(refund)) < 0) throw new Error(`Below nothing: ${JSON.stringify(refund)}`)
            for (const field of ['total', 'points', 'couponDiscount', 'earns'] as const) back[field] += refund[field]
          }
        }
        expect(back).toEqual({ total: total - delivery, points, couponDiscount, earns: slip.earns })
        const whole = slip.lines.map((line, index) => {
          const quantity = items[index]?.quantity ?? 0
          return { ...line, quantity, before: 0, count: quantity }
        })
        expect(calculateRefund(whole, { ...terms, isWhole: true }).total).toBe(total)
      }),
      { numRuns: 10_000 },
    )
  })

  it('are split without losing a won, each share within one won of its exact part', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.array(fc.nat(1e9), { minLength: 1, maxLength: 20 }), (sum, weights) => {
        const whole = weights.reduce((a, b) => a + b, 0)
        fc.pre(whole > 0)
        const parts = allocate(sum, weights)
        expect(parts.reduce((a, b) => a + b, 0)).toBe(sum)
        for (const [index, part] of parts.entries())
          expect(Math.abs(part - (sum * (weights[index] ?? 0)) / whole)).toBeLessThan(1.001)
      }),
    )
  })
})
