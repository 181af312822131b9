import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import { dialPhone } from '#kit/phone/parse-phone.ts'
import type { Context } from '#kit/server/context.ts'
import { findOrder, readLines } from '#shop/orders/server/find-order.ts'
import type { OrderRow } from '#shop/orders/table.ts'
import { assertProvider } from './choose-provider.ts'

/** Returns the order title that the provider's window shows, at most 90 characters. */
const formatOrderTitle = async (context: Context, order: OrderRow): Promise<string> => {
  const [first, ...others] = await readLines(context, [order.id])
  const name = textIn(order.locale, first?.title)
  return (others.length > 0 ? `${name} +${others.length}` : name).slice(0, 90)
}

/** Opens a card payment attempt for an order that waits for one. The amount is the order's total. */
export const openAttempt = async (context: Context, where: SQL | undefined) => {
  const order = await findOrder(context, where)
  const provider = assertProvider(context)
  const now = context.now()
  const id = context.newId()
  // One statement: the order may be paid or cancelled concurrently.
  const { rows } = await context.database.execute(sql`
    INSERT INTO shop_card_attempts (id, order_id, provider, amount, state, created_at, updated_at)
    SELECT ${id}::uuid, id, ${provider.name}, total, 'open', ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    FROM shop_orders WHERE id = ${order.id}::uuid AND state = 'ordered' AND payment = 'card'
      AND pay_until > ${now.toISOString()}::timestamptz FOR UPDATE
    RETURNING id`)
  if (rows.length === 0) throw new AppError('conflict', { fields: { state: 'order_state' } })
  return {
    ...provider.page,
    _id: id,
    provider: provider.name,
    amount: order.total,
    title: await formatOrderTitle(context, order),
    buyer: { name: order.name, email: order.email, phone: dialPhone(order.phone).replace(/\D/g, '') },
  }
}
