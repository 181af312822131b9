import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { Locale } from '#kit/contract.ts'
import { parseDemo } from '#kit/module/demo-records.ts'
import type { NewAccount, SeedContext } from '#kit/module/module.ts'
import { formatPhone } from '#kit/phone/parse-phone.ts'
import type { Context } from '#kit/server/context.ts'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { createTotalsItem } from '#shop/carts/server/present-cart.ts'
import { readConditions } from '#shop/conditions/server/read-conditions.ts'
import { demoCustomers, pastCoupons } from '#shop/coupons/demo.ts'
import { type FoundOption, findOptions } from '#shop/goods/server/find-goods.ts'
import { shopOptions, shopStockMoves } from '#shop/goods/table.ts'
import { calculateTotals, withoutDelivery } from '#shop/money/rules.ts'
import { shopPayments } from '#shop/payments/table.ts'
import { addMonths } from '#shop/points/rules.ts'
import { shopPoints } from '#shop/points/table.ts'
import { createPickupCode } from '#trade/pickups/server/create-ticket.ts'
import records from './demo.json' with { type: 'json' }
import type { CancelReason, OrderState } from './rules.ts'
import { shopOrderEvents, shopOrderLines, shopOrders } from './table.ts'

const hour = 3_600_000
const day = 24 * hour

/** Returns a pseudo-random integer below `bound`, the same at every start. */
const pick = (index: number, salt: number, bound: number): number => {
  let mixed = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
  return ((mixed ^ (mixed >>> 15)) >>> 0) % bound
}

const Buyer = z.strictObject({
  name: z.string(),
  key: z.string(),
  locale: Locale,
  address: z.string(),
  postcode: z.string(),
})

/** Fictional customers, second lines of their addresses, and memos to the carrier. */
const { buyers, details, memos } = parseDemo(
  z.strictObject({
    buyers: z.tuple([Buyer], Buyer),
    details: z.array(z.string()),
    memos: z.record(Locale, z.array(z.string())),
  }),
  records,
)

/** Number of orders spread over the year; `recent` lists further orders by age in hours, so that every state occurs. */
const yearly = 204
const recent = [98, 84, 70, 56, 47, 40, 35, 30, 26, 22, 17, 12, 9, 7, 4, 2, 0.7]
/** Order of `member`, ready for pickup. */
const pickedUp = yearly + recent.indexOf(7)
/** Waits for its transfer. */
const unpaid = yearly + recent.indexOf(22)

/** Paid; its tax invoice is due. */
const invoiced = yearly + recent.indexOf(30)

/** Tax invoices of `company`, all issued, and of one guest, due. */
const invoiceOf = (index: number, customer: NewAccount | null, at: Date): Partial<typeof shopOrders.$inferInsert> => {
  const isCompany = customer?.username === 'company'
  if (!isCompany && index !== invoiced) return {}
  const issuedAt = new Date(at.getTime() + 2 * day)
  return {
    receipt: null,
    taxInvoice: {
      businessNumber: '0000000000',
      company: isCompany ? '(주)구운결' : '시연상회',
      ceo: isCompany ? customer.name : '차하은',
      address: '인천광역시 연수구 해마루로 00',
      businessType: '도매 및 소매업',
      businessItem: '공예품',
      email: 'tax@mail.example',
    },
    ...(isCompany && {
      taxApproval: `${seoulDayOf(issuedAt.getTime()).day.replaceAll('-', '')}41000000${String(index).padStart(8, '0')}`,
      taxIssuedAt: issuedAt,
    }),
  }
}

/** Returns order times in Seoul: denser towards today, most on weekends. */
const orderedAt = (now: Date): Date[] => {
  const year = Array.from({ length: yearly }, (_, index) => {
    const back = 5 + 355 * (1 - index / yearly) ** 1.4
    const midnight = seoulDayOf(now.getTime() - back * day).ends - day
    const weekday = new Date(midnight + 9 * hour).getUTCDay()
    const later = [2, 3].includes(weekday) && back > 10 && pick(index, 0, 2) === 0 ? 6 - weekday : 0
    return new Date(midnight + later * day + (8 + pick(index, 1, 15)) * hour + pick(index, 2, 60) * 60_000)
  })
  const days = recent.map((hours) => new Date(now.getTime() - hours * hour))
  return [...year, ...days].sort((one, other) => one.getTime() - other.getTime())
}

type Moments = Partial<Record<Exclude<OrderState, 'ordered'>, number>>

interface StateHistory {
  moments: Moments
  isPickup?: boolean
  cancelReason?: CancelReason
}

const parcel = { paid: 5 * hour, preparing: 20 * hour, shipped: 28 * hour, delivered: 52 * hour, confirmed: 11 * day }
const collectedLater = {
  paid: 4 * hour,
  preparing: 20 * hour,
  ready: 26 * hour,
  delivered: 70 * hour,
  confirmed: 11 * day,
}

/** Returns the states that an order has reached, as ms after it was placed. */
const planStates = (index: number, age: number, isGuest: boolean): StateHistory => {
  if (index === pickedUp) return { moments: { paid: hour, preparing: 2 * hour, ready: 3 * hour }, isPickup: true }
  if (index === unpaid) return { moments: {} }
  if (isGuest && age > 5 * day) {
    if (index % 17 === 5) return { moments: { cancelled: 3 * day }, cancelReason: 'unpaid' }
    if (index % 41 === 11) return { moments: { cancelled: 2 * hour }, cancelReason: 'customer' }
    if (index % 53 === 20) return { moments: { paid: 5 * hour, cancelled: 30 * hour }, cancelReason: 'staff' }
  }
  const isPickup = index % 23 === 7 && index < yearly
  const steps = Object.entries(isPickup ? collectedLater : parcel)
  return { moments: Object.fromEntries(steps.filter(([, after]) => after < age)), isPickup }
}

const stateOf = (moments: Moments): OrderState => {
  const order = ['cancelled', 'confirmed', 'delivered', 'shipped', 'ready', 'preparing', 'paid'] as const
  return order.find((state) => moments[state] !== undefined) ?? 'ordered'
}

/** Fictional carrier. */
const parcelOf = (index: number) => ({ carrier: '시연택배', tracking: `4410-0000-${String(1000 + index)}` })

/** Groups the options on sale by product, newest product first, as in the product list. */
const groupByProduct = (found: Iterable<FoundOption>): FoundOption[][] =>
  [
    ...Map.groupBy(
      [...found].filter(({ isSold }) => isSold),
      ({ good }) => good.id,
    ).values(),
  ]
    .map((options) => options.sort((one, other) => one.option.position - other.option.position))
    .sort(([one], [other]) => (other?.good.createdAt.getTime() ?? 0) - (one?.good.createdAt.getTime() ?? 0))

/**
 * Returns a picker: products high in the list sell most, every product now and then, and options out of stock only in
 * the early orders.
 */
const choose = (shelf: readonly FoundOption[][]) => {
  const drawn = shelf.flatMap((options, index) =>
    Array.from({ length: Math.max(10 - index, index < 8 ? 3 : 1) }, () => options),
  )
  return (index: number, salt: number, isSpread: boolean): FoundOption | undefined => {
    const options = isSpread ? shelf[(index / 3) % shelf.length] : drawn[pick(index, salt, drawn.length)]
    const candidates = index < yearly * 0.7 ? options : options?.filter(({ option }) => option.stock > 0)
    return candidates?.[pick(index, salt + 1, candidates.length)] ?? shelf[0]?.[0]
  }
}

type Conditions = Awaited<ReturnType<typeof readConditions>>

interface Purchase {
  index: number
  at: Date
  now: Date
  customer: NewAccount | null
  pieces: { one: FoundOption; quantity: number }[]
  coupon: ReturnType<typeof pastCoupons>[number] | null
  points: number
}

const rowsOf = (
  context: Context,
  { index, at, now, customer, pieces, coupon, points }: Purchase,
  conditions: Conditions,
) => {
  const userId = customer?.id ?? null
  const { moments, isPickup = false, cancelReason = null } = planStates(index, now.getTime() - at.getTime(), !userId)
  const state = stateOf(moments)
  const moment = (step: keyof Moments) => {
    const after = moments[step]
    return after === undefined ? null : new Date(at.getTime() + after)
  }
  const buyer = customer
    ? { ...buyers[0], name: customer.name, key: customer.username }
    : (buyers[pick(index, 3, buyers.length)] ?? buyers[0])
  const items = pieces.map(({ one, quantity }) => createTotalsItem(one, quantity, userId ? conditions.pointRate : null))
  const { lines, ...sums } = calculateTotals(isPickup ? items.map(withoutDelivery) : items, {
    ...conditions,
    levelRate: 0,
    coupon,
    points,
  })
  const id = context.newId()
  const phone = `+821000${String(1_000 + index).padStart(6, '0')}`
  const delivery = moments.shipped === undefined ? null : parcelOf(index)
  const memo = memos[buyer.locale]
  const order: typeof shopOrders.$inferInsert = {
    id,
    key: randomUUID(),
    requestHash: createHash('sha256').update(id).digest(),
    userId,
    ticket: userId ? null : randomUUID(),
    locale: buyer.locale,
    name: buyer.name,
    phone,
    email: `${buyer.key}@mail.example`,
    recipient: {
      name: buyer.name,
      phone,
      postcode: buyer.postcode,
      address: buyer.address,
      detail: details[pick(index, 4, details.length)] ?? '',
    },
    memo: index % 5 === 0 ? (memo[pick(index, 5, memo.length)] ?? '') : '',
    depositor: buyer.name,
    receipt: index % 4 === 0 ? { kind: 'income', number: formatPhone(phone) } : null,
    ...invoiceOf(index, customer, at),
    ...(isPickup && {
      way: 'pickup',
      pickup: {
        place: conditions.pickupPlace,
        from: conditions.pickupFrom,
        to: conditions.pickupTo,
        days: conditions.pickupDays,
      },
      code: createPickupCode(),
    }),
    state,
    ...sums,
    couponId: coupon && sums.couponDiscount > 0 ? coupon.id : null,
    couponTitle: coupon && sums.couponDiscount > 0 ? coupon.title : {},
    returnFee: conditions.returnFee,
    payUntil: new Date(seoulDayOf(at.getTime() + conditions.payDays * day).ends - 1000),
    paidAt: moment('paid'),
    readyAt: moment('ready'),
    shippedAt: moment('shipped'),
    deliveredAt: moment('delivered'),
    confirmedAt: moment('confirmed'),
    cancelledAt: moment('cancelled'),
    cancelReason,
    ...delivery,
    createdAt: at,
    updatedAt: at,
  }
  const reached = (['paid', 'preparing', 'ready', 'shipped', 'delivered', 'confirmed', 'cancelled'] as const).flatMap(
    (step) => {
      const when = moment(step)
      const note =
        step === 'shipped' && delivery
          ? `${delivery.carrier} ${delivery.tracking}`
          : step === 'cancelled' && cancelReason === 'staff'
            ? '출고 전 검수에서 흠이 발견되어 취소했습니다.'
            : ''
      return when ? [{ id: context.newId(), orderId: id, state: step, note, at: when }] : []
    },
  )
  const move = (kind: 'order' | 'cancel', sign: number, when: Date) =>
    pieces.map(({ one, quantity }) => ({
      id: context.newId(),
      optionId: one.option.id,
      amount: sign * quantity,
      kind,
      orderId: id,
      at: when,
    }))
  const buildPayment = (kind: 'payment' | 'refund', when: Date) => ({
    id: context.newId(),
    orderId: id,
    kind,
    method: 'bank',
    amount: sums.total,
    doneAt: when,
    createdAt: when,
    updatedAt: when,
  })
  return {
    order,
    lines: lines.flatMap((line, position) => {
      const piece = pieces[position]
      if (!piece) return []
      const { good, option, price, discount } = piece.one
      return [
        {
          id: context.newId(),
          orderId: id,
          position,
          goodId: good.id,
          optionId: option.id,
          title: good.name,
          values: option.values,
          picture: good.pictures[0] ?? null,
          price,
          discount,
          quantity: piece.quantity,
          ...line,
        },
      ]
    }),
    events: [{ id: context.newId(), orderId: id, state: 'ordered' as const, at }, ...reached],
    moves: [...move('order', -1, at), ...(order.cancelledAt ? move('cancel', 1, order.cancelledAt) : [])],
    payments: [
      ...(order.paidAt ? [buildPayment('payment', order.paidAt)] : []),
      ...(order.paidAt && order.cancelledAt ? [buildPayment('refund', order.cancelledAt)] : []),
    ],
  }
}

type DemoOrder = ReturnType<typeof rowsOf>

/** Returns the point ledger lines of a customer's orders, in order of time. */
const pointsOf = (orders: readonly DemoOrder[], userId: string): { amount: number; orderId: string; at: Date }[] =>
  orders
    .filter(({ order }) => order.userId === userId)
    .flatMap(({ order: { id: orderId, points, earns, createdAt, confirmedAt } }) => [
      ...(points > 0 && createdAt ? [{ amount: -points, orderId, at: createdAt }] : []),
      ...(earns > 0 && confirmedAt ? [{ amount: earns, orderId, at: confirmedAt }] : []),
    ])
    .sort((one, other) => one.at.getTime() - other.at.getTime())

/** Creates the orders one after another: the points a customer can spend depend on earlier orders. */
const makeOrders = (
  context: Context,
  {
    now,
    shelf,
    conditions,
    customers,
  }: { now: Date; shelf: FoundOption[][]; conditions: Conditions; customers: NewAccount[] },
): DemoOrder[] => {
  const chosen = choose(shelf)
  const coupons = pastCoupons(now)
  const [member = null, company = null] = customers
  const demoOrders: DemoOrder[] = []
  for (const [index, at] of orderedAt(now).entries()) {
    const customer =
      index === pickedUp || index % 20 === 19 ? member : index % 20 === 9 && index < yearly * 0.7 ? company : null
    const second = pick(index, 6, 3) === 0 ? chosen(index, 7, false) : undefined
    const pieces = [chosen(index, 9, index % 3 === 0 && index < yearly), second]
      .flatMap((one) => one ?? [])
      .filter((one, index, all) => all.findIndex(({ option }) => option.id === one.option.id) === index)
      .map((one, place) => ({ one, quantity: 1 + Number(pick(index, 11 + place, 4) === 0) }))
    const userId = customer?.id
    const own = demoOrders.filter(({ order }) => userId && order.userId === userId)
    const used = own.map(({ order }) => order.couponId)
    const coupon = userId
      ? coupons.find(({ id, startsAt, endsAt }) => startsAt < at && at < endsAt && !used.includes(id))
      : undefined
    const balance = userId ? pointsOf(own, userId).reduce((sum, line) => sum + (line.at < at ? line.amount : 0), 0) : 0
    // Every third order spends half the balance, in whole thousands.
    const points = own.length % 3 === 2 ? Math.floor(balance / 2000) * 1000 : 0
    demoOrders.push(rowsOf(context, { index, at, now, customer, pieces, coupon: coupon ?? null, points }, conditions))
  }
  return demoOrders
}

/** Seeds a year of orders in every state for reports and lists, some of the accounts `member` and `company`. */
export const seed = async (context: Context, { isDemo, accounts }: SeedContext): Promise<void> => {
  if (!isDemo) return
  const { database } = context
  const now = context.now()
  const customers = demoCustomers.flatMap((name) => accounts.find(({ username }) => username === name) ?? [])
  const conditions = await readConditions(context)
  const options = await database.select({ id: shopOptions.id }).from(shopOptions)
  const found = await findOptions(
    context,
    options.map(({ id }) => id),
  )
  const demoOrders = makeOrders(context, { now, shelf: groupByProduct(found.values()), conditions, customers })
  const moves = demoOrders.flatMap((one) => one.moves)
  const stocks = [...Map.groupBy(moves, ({ optionId }) => optionId)].map(([optionId, rows]) => {
    const back = rows.reduce((sum, { amount }) => sum + Math.max(amount, 0), 0)
    const net = -rows.reduce((sum, { amount }) => sum + amount, 0)
    return { optionId, net, surplus: Math.max(back - (found.get(optionId)?.option.stock ?? 0), 0) }
  })
  const correctStock = (
    kind: 'in' | 'out',
    note: string,
    at: Date,
    amountOf: (one: (typeof stocks)[number]) => number,
  ) =>
    stocks.flatMap((one) => {
      const amount = amountOf(one)
      return amount === 0 ? [] : [{ id: context.newId(), optionId: one.optionId, amount, kind, note, at }]
    })
  // Add the sold pieces to stock before the orders. Pieces returned to sold-out options are taken out again.
  const received = correctStock('in', '', new Date(now.getTime() - 375 * day), ({ net, surplus }) => net + surplus)
  const removed = correctStock('out', '재고 실사 조정', new Date(now.getTime() - hour), ({ surplus }) => -surplus)
  await database.insert(shopOrders).values(demoOrders.map(({ order }) => order))
  await database.insert(shopOrderLines).values(demoOrders.flatMap(({ lines }) => lines))
  await database.insert(shopOrderEvents).values(demoOrders.flatMap(({ events }) => events))
  await database.insert(shopStockMoves).values([...received, ...moves, ...removed])
  await database.insert(shopPayments).values(demoOrders.flatMap(({ payments }) => payments))
  // Recount all: these orders are older than the job's time window.
  await database.execute(sql`SELECT update_popularity_of_listings()`)
  const points = customers.flatMap(({ id: userId }) =>
    pointsOf(demoOrders, userId).map(({ amount, orderId, at }) => ({
      id: context.newId(),
      userId,
      kind: amount > 0 ? ('purchase' as const) : ('spent' as const),
      amount,
      orderId,
      source: orderId,
      at,
      expiresAt: amount > 0 ? addMonths(at, conditions.pointMonths) : null,
    })),
  )
  if (points.length > 0) await database.insert(shopPoints).values(points)
}
