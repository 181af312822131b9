import { createHash, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Filling } from '#kit/module/module.ts'
import { seoulDayOf } from '#kit/seoul-day.ts'
import type { Context } from '#kit/server/context.ts'
import { slipItem } from '#shop/carts/service.ts'
import { readConditions } from '#shop/conditions/service.ts'
import { type FoundOption, findOptions } from '#shop/goods/service.ts'
import { shopOptions, shopStockMoves } from '#shop/goods/table.ts'
import { collected, slipOf } from '#shop/money/service.ts'
import { shopPayments } from '#shop/payments/table.ts'
import { monthsAfter } from '#shop/points/service.ts'
import { shopPoints } from '#shop/points/table.ts'
import { newPickupCode } from '#trade/pickups/service.ts'
import type { OrderState } from './rules.ts'
import { shopOrderEvents, shopOrderLines, shopOrders } from './table.ts'

const hour = 3_600_000
const day = 24 * hour

/** A whole number below `bound` that looks like chance and is the same at every start. */
const pick = (index: number, salt: number, bound: number): number =>
  createHash('sha256').update(`${salt}:${index}`).digest().readUInt32BE() % bound

/** Customers are made up. */
const buyers = [
  { name: '차하은', key: 'cha', address: '서울특별시 마포구 너른길 18', postcode: '04000' },
  { name: '문가람', key: 'moon', address: '인천광역시 연수구 해마루로 7', postcode: '21900' },
  { name: '도연우', key: 'do', address: '광주광역시 동구 솔밭길 33', postcode: '61400' },
  { name: '류다솜', key: 'ryu', address: '경기도 이천시 가마로 102', postcode: '17300' },
  { name: '봉선재', key: 'bong', address: '부산광역시 수영구 물결로 5', postcode: '48200' },
  { name: '어진솔', key: 'eo', address: '대전광역시 유성구 샘골로 61', postcode: '34100' },
] as const

/** Orders of a year, as days ago: more of them the nearer to today, and most on weekends. */
const orderedAt = (now: Date): Date[] =>
  Array.from({ length: 160 }, (_, index) => {
    const back = 360 * (1 - index / 160) ** 1.4
    // An hour of the day that differs from one to the next.
    return new Date(now.getTime() - back * day - pick(index, 1, 14) * hour)
  }).sort((one, other) => one.getTime() - other.getTime())

type Moments = Partial<Record<Exclude<OrderState, 'ordered'>, number>>

/** The one of them that waits to be picked up: the latest of `member`. */
const pickedUp = 159

/** How far an order has come by now, each step so long after the order. */
const stepsOf = (index: number, age: number): Moments => {
  if (index === pickedUp) return { paid: hour, preparing: 2 * hour, ready: 3 * hour }
  if (index % 17 === 5 && age > 4 * day) return { cancelled: 3 * day }
  const steps = { paid: 5 * hour, preparing: 20 * hour, shipped: 28 * hour, delivered: 52 * hour, confirmed: 11 * day }
  return Object.fromEntries(Object.entries(steps).filter(([, after]) => after < age))
}

const stateOf = (moments: Moments): OrderState => {
  const order = ['cancelled', 'confirmed', 'delivered', 'shipped', 'ready', 'preparing', 'paid'] as const
  return order.find((state) => moments[state] !== undefined) ?? 'ordered'
}

/**
 * Who carries a parcel: what is on its way has a carrier whose page is known, under a number that no parcel has; of what
 * has arrived the carrier is made up.
 */
const parcelOf = (state: OrderState, index: number) =>
  state === 'shipped'
    ? { carrier: '우체국택배', tracking: '00000-0000-0000' }
    : { carrier: '시연택배', tracking: `4410-0000-${String(1000 + index)}` }

const rowsOf = (
  context: Context,
  { found, index, at, userId }: { found: readonly FoundOption[]; index: number; at: Date; userId: string | null },
  conditions: Awaited<ReturnType<typeof readConditions>>,
) => {
  const moments = stepsOf(index, context.now().getTime() - at.getTime())
  const state = stateOf(moments)
  const moment = (step: keyof Moments) => {
    const after = moments[step]
    return after === undefined ? null : new Date(at.getTime() + after)
  }
  const buyer = buyers[pick(index, 2, buyers.length)] ?? buyers[0]
  const first = found[pick(index, 3, found.length)]
  const second = pick(index, 4, 3) === 0 ? found[pick(index, 5, found.length)] : undefined
  const pieces = [first, second === first ? undefined : second].flatMap((one) =>
    one ? [{ one, quantity: 1 + Number(pick(index, 6, 4) === 0) }] : [],
  )
  const items = pieces.map(({ one, quantity }) => slipItem(one, quantity, userId ? conditions.pointRate : null))
  const isPickup = index === pickedUp
  const { lines, ...sums } = slipOf(isPickup ? items.map(collected) : items, {
    ...conditions,
    levelRate: 0,
    coupon: null,
    points: 0,
  })
  const id = context.newId()
  const phone = `010-0000-${String(1000 + index)}`
  const order: typeof shopOrders.$inferInsert = {
    id,
    key: randomUUID(),
    requestHash: createHash('sha256').update(id).digest(),
    userId,
    ticket: userId ? null : randomUUID(),
    locale: 'ko',
    name: buyer.name,
    phone,
    email: `${buyer.key}@mail.example`,
    recipient: { name: buyer.name, phone, postcode: buyer.postcode, address: buyer.address, detail: '101동 1204호' },
    memo: index % 5 === 0 ? '문 앞에 놓아 주세요.' : '',
    depositor: buyer.name,
    receipt: index % 4 === 0 ? { kind: 'income', number: phone } : null,
    ...(isPickup && {
      way: 'pickup',
      pickup: {
        place: conditions.pickupPlace,
        from: conditions.pickupFrom,
        to: conditions.pickupTo,
        days: conditions.pickupDays,
      },
      code: newPickupCode(),
    }),
    state,
    ...sums,
    returnFee: conditions.returnFee,
    payUntil: new Date(seoulDayOf(at.getTime() + conditions.payDays * day).ends - 1000),
    paidAt: moment('paid'),
    readyAt: moment('ready'),
    shippedAt: moment('shipped'),
    deliveredAt: moment('delivered'),
    confirmedAt: moment('confirmed'),
    cancelledAt: moment('cancelled'),
    cancelReason: state === 'cancelled' ? 'unpaid' : null,
    ...(moments.shipped !== undefined && parcelOf(state, index)),
    createdAt: at,
    updatedAt: at,
  }
  const reached = (['paid', 'preparing', 'ready', 'shipped', 'delivered', 'confirmed', 'cancelled'] as const).flatMap(
    (step) => {
      const when = moment(step)
      return when ? [{ id: context.newId(), orderId: id, state: step, at: when }] : []
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
    payment: order.paidAt && {
      id: context.newId(),
      orderId: id,
      kind: 'payment' as const,
      method: 'bank',
      amount: sums.total,
      doneAt: order.paidAt,
      createdAt: order.paidAt,
      updatedAt: order.paidAt,
    },
  }
}

/** A year of orders in every state, some of them of the account `member`: what the reports and lists of a shop show. */
export const fill = async (context: Context, { isDemo, accounts }: Filling): Promise<void> => {
  if (!isDemo) return
  const { database } = context
  const now = context.now()
  const member = accounts.find(({ username }) => username === 'member')?.id ?? null
  const conditions = await readConditions(context)
  const options = await database.select({ id: shopOptions.id }).from(shopOptions)
  const stocked = await findOptions(
    context,
    options.map(({ id }) => id),
  )
  const found = [...stocked.values()]
    .filter(({ isSold, option }) => isSold && option.stock > 0)
    .sort((one, other) => one.price - other.price || (one.option.code < other.option.code ? -1 : 1))
  const made = orderedAt(now).map((at, index) =>
    rowsOf(context, { found, index, at, userId: index % 20 === 19 ? member : null }, conditions),
  )
  // What was sold came in before it.
  const moves = made.flatMap((one) => one.moves)
  const sold = Map.groupBy(moves, ({ optionId }) => optionId)
  const cameIn = [...sold].map(([optionId, rows]) => ({
    id: context.newId(),
    optionId,
    amount: -rows.reduce((sum, { amount }) => sum + amount, 0),
    kind: 'in' as const,
    at: new Date(now.getTime() - 375 * day),
  }))
  await database.insert(shopOrders).values(made.map(({ order }) => order))
  await database.insert(shopOrderLines).values(made.flatMap(({ lines }) => lines))
  await database.insert(shopOrderEvents).values(made.flatMap(({ events }) => events))
  await database.insert(shopStockMoves).values([...cameIn.filter(({ amount }) => amount > 0), ...moves])
  await database.insert(shopPayments).values(made.flatMap(({ payment }) => (payment ? [payment] : [])))
  // These are older than what the job looks at.
  await database.execute(sql`SELECT shop_shelf_count()`)
  if (!member) return
  const bought = await database
    .select()
    .from(shopOrders)
    .where(eq(shopOrders.userId, member))
    .orderBy(shopOrders.createdAt)
  const points = bought.flatMap(({ id, earns, confirmedAt: at }) =>
    at
      ? [{ id: context.newId(), userId: member, kind: 'purchase' as const, amount: earns, orderId: id, source: id, at }]
      : [],
  )
  await database
    .insert(shopPoints)
    .values(points.map((line) => ({ ...line, expiresAt: monthsAfter(line.at, conditions.pointMonths) })))
}
