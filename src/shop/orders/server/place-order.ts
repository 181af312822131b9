import { createHash, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { removeLines } from '#shop/carts/server/change-cart.ts'
import { createTotalsItem } from '#shop/carts/server/present-cart.ts'
import { readConditions, readLevelDiscount } from '#shop/conditions/server/read-conditions.ts'
import { findUsableCoupon, spendCoupon } from '#shop/coupons/server/redeem-coupon.ts'
import { findOptions } from '#shop/goods/server/find-goods.ts'
import { moveStock } from '#shop/goods/server/move-stock.ts'
import { calculateTotals, withoutDelivery } from '#shop/money/rules.ts'
import { readBalance } from '#shop/points/server/read-balance.ts'
import { writePoints } from '#shop/points/server/write-points.ts'
import type { OrderInput } from '../contract-records.ts'
import { type OrderRow, shopOrderLines, shopOrders } from '../table.ts'
import { assertProof } from '../tax-invoices/server/issue-tax-invoice.ts'
import { assertPaymentMethod, paymentDeadline, resolveDelivery } from './check-checkout-options.ts'
import { recordEvent } from './record-event.ts'
import { sendOrderMail } from './send-order-mail.ts'

type Input = z.output<typeof OrderInput>

/** Returns the quantity of each ordered option. */
const piecesIn = (lines: Input['lines']): Map<string, number> => {
  const pieces = new Map<string, number>()
  for (const { option, quantity } of lines) pieces.set(option, (pieces.get(option) ?? 0) + quantity)
  return pieces
}

const calculateOrder = async (context: Context, body: Input, userId: string | null) => {
  const pieces = piecesIn(body.lines)
  const conditions = await readConditions(context)
  const found = await findOptions(context, [...pieces.keys()])
  const items = [...pieces].map(([option, quantity]) => {
    const one = found.get(option)
    if (!one?.isSold) throw new AppError('conflict', { fields: { lines: 'order_gone' } })
    return { found: one, quantity, item: createTotalsItem(one, quantity, userId ? conditions.pointRate : null) }
  })
  if ((body.coupon || body.points > 0) && !userId) throw new AppError('login_required')
  const level = await readLevelDiscount(context, userId, conditions)
  const coupon = body.coupon && userId ? await findUsableCoupon(context, userId, body.coupon) : null
  const slip = calculateTotals(
    items.map(({ item }) => (body.way === 'pickup' ? withoutDelivery(item) : item)),
    { ...conditions, levelRate: level.rate, coupon, points: body.points },
  )
  if (coupon && slip.couponDiscount === 0) throw new AppError('conflict', { fields: { coupon: 'order_coupon' } })
  if (body.points > 0 && userId) {
    const isEnough = body.points >= conditions.leastPoints && slip.points === body.points
    if (!isEnough || (await readBalance(context, userId)) < body.points)
      throw new AppError('conflict', { fields: { points: 'order_points' } })
  }
  const { lines: _lines, ...sums } = slip
  if (slip.total !== body.total)
    throw new AppError('conflict', { fields: { total: 'order_total' }, current: { slip: sums } })
  if (slip.total > 0) assertPaymentMethod(context, conditions, body)
  return { items, slip, sums, level, coupon, conditions }
}

/**
 * Places an order; stock, coupon and points are taken in the same transaction. The checkout's `key` makes it
 * idempotent: a repeated request returns the first order, or throws `key_reused` if its content differs.
 */
export const placeOrder = (context: Context, body: Input): Promise<OrderRow> =>
  context.transaction(async (within) => {
    const userId = within.scope.principal?.userId ?? null
    const { key, cart, ...request } = body
    const { taxInvoice, ...withoutInvoice } = request
    // Omit an empty tax invoice from the hash: orders placed before tax invoices existed have hashes without it.
    const hashed = taxInvoice ? request : withoutInvoice
    const requestHash = createHash('sha256')
      .update(JSON.stringify([userId, hashed]))
      .digest()
    // Concurrent requests with the same key wait here; the unique constraint enforces it.
    await within.database.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
    const [existing] = await within.database.select().from(shopOrders).where(eq(shopOrders.key, key))
    if (existing) {
      if (!existing.requestHash.equals(requestHash)) throw new AppError('key_reused')
      return existing
    }
    assertProof(body)
    const { items, slip, sums, level, coupon, conditions } = await calculateOrder(within, body, userId)
    const now = within.now()
    const isFree = slip.total === 0
    const [order] = await within.database
      .insert(shopOrders)
      .values({
        id: within.newId(),
        key,
        requestHash,
        userId,
        ticket: userId ? null : randomUUID(),
        locale: within.locale,
        name: body.buyer.name,
        phone: body.buyer.phone,
        email: body.buyer.email,
        ...resolveDelivery(conditions, body),
        memo: body.memo,
        depositor: body.depositor,
        // Free orders have no proof of payment.
        receipt: isFree ? null : body.receipt,
        taxInvoice: isFree ? null : taxInvoice,
        payment: isFree ? 'bank' : body.payment,
        state: isFree ? 'paid' : 'ordered',
        ...sums,
        levelTitle: level.title,
        couponId: coupon?.id ?? null,
        couponTitle: coupon?.title ?? {},
        returnFee: conditions.returnFee,
        payUntil: paymentDeadline(now, isFree ? 'bank' : body.payment, conditions.payDays),
        paidAt: isFree ? now : null,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    if (!order) throw new AppError('conflict')
    if (userId && coupon) await spendCoupon(within, coupon.id, userId, order.id)
    if (userId && slip.points > 0)
      await writePoints(within, { userId, kind: 'spent', amount: -slip.points, orderId: order.id, source: order.id })
    await moveStock(
      within,
      items.map(({ found, quantity }) => ({ option: found.option.id, amount: -quantity })),
      { kind: 'order', orderId: order.id },
    )
    await within.database.insert(shopOrderLines).values(
      items.flatMap(({ found, quantity }, position) => {
        const line = slip.lines[position]
        if (!line) return []
        const { good, option, price, discount } = found
        return [
          {
            id: within.newId(),
            orderId: order.id,
            position,
            goodId: good.id,
            optionId: option.id,
            title: good.name,
            values: option.values,
            picture: good.pictures[0] ?? null,
            price,
            discount,
            quantity,
            ...line,
          },
        ]
      }),
    )
    await recordEvent(within, order.id, 'ordered')
    if (isFree) await recordEvent(within, order.id, 'paid')
    const options = items.map(({ found }) => found.option.id)
    if (userId) await removeLines(within, { userId }, options)
    if (cart) await removeLines(within, { token: cart }, options)
    // For a card, the mail is sent after the payment.
    if (isFree || order.payment === 'bank') await sendOrderMail(within, order, isFree ? 'paid' : 'ordered')
    await publishEvent(within, { scope: 'console:shop' }, { topic: 'orders', id: order.id })
    return order
  })
