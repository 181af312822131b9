import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { deleteOwnPictures } from '#kit/files/delete-unused.ts'
import type { PersonalData } from '#kit/module/module.ts'
import { formatPhone } from '#kit/phone/parse-phone.ts'
import { m } from '#messages/messages.js'
import { formatOrderNumber } from '../rules.ts'
import { shopOrders } from '../table.ts'

/** Years for which sales records are retained (Act on Consumer Protection in Electronic Commerce, article 6). */
const keptYears = 5

const isInProgress = inArray(shopOrders.state, ['ordered', 'paid', 'preparing', 'ready', 'shipped', 'delivered'])
const hasOpenReturn = sql`EXISTS (SELECT FROM shop_returns
  WHERE order_id = ${shopOrders.id} AND shop_returns.state IN ('asked', 'collected'))`
const isExchanged = sql`EXISTS (SELECT FROM shop_exchanges
  WHERE order_id = ${shopOrders.id} AND shop_exchanges.state IN ('asked', 'collected', 'shipped'))`
const isRefundDue = sql`EXISTS (SELECT FROM shop_payments WHERE order_id = ${shopOrders.id} AND done_at IS NULL)`

/** Orders of an account. Open orders, returns, exchanges and refunds block its deletion. */
export const personal: PersonalData = {
  async blockers(context, { userId }) {
    const rows = await context.database
      .select()
      .from(shopOrders)
      .where(and(eq(shopOrders.userId, userId), or(isInProgress, hasOpenReturn, isExchanged, isRefundDue)))
    const { locale } = context
    return rows.map((row) => ({
      title: m.orders_in_progress({ number: formatOrderNumber(row) }, { locale }),
      to: '/me/purchases',
    }))
  },
  async retained(context, { userId }) {
    const rows = await context.database.select().from(shopOrders).where(eq(shopOrders.userId, userId))
    const until = new Date(context.now())
    until.setFullYear(until.getFullYear() + keptYears)
    return rows.length === 0 ? [] : [{ basis: 'contract', until, records: rows }]
  },
  async forget(context, { userId }) {
    const { rows: claims } = await context.database.execute<{ pictures: string[] }>(sql`
      SELECT pictures FROM shop_returns WHERE user_id = ${userId}::uuid
      UNION ALL SELECT pictures FROM shop_exchanges WHERE user_id = ${userId}::uuid`)
    // Clear notes of staff and the card provider, and tracking numbers, by which carriers know the address. A decision
    // becomes '-', so that it still counts as present.
    await context.database.execute(sql`
      WITH own AS (SELECT id FROM shop_orders WHERE user_id = ${userId}::uuid),
        payments AS (UPDATE shop_payments SET note = '', refusal = '' WHERE order_id IN (SELECT id FROM own)),
        attempts AS (UPDATE shop_card_attempts SET refusal_text = '' WHERE order_id IN (SELECT id FROM own)),
        events AS (UPDATE shop_order_events SET note = '' WHERE order_id IN (SELECT id FROM own)),
        exchanges AS (UPDATE shop_exchanges SET user_id = NULL, text = '', pictures = '[]', decision = CASE decision WHEN '' THEN '' ELSE '-' END,
          tracking = CASE tracking WHEN '' THEN '' ELSE '-' END WHERE user_id = ${userId}::uuid),
        moves AS (UPDATE shop_stock_moves SET note = '' WHERE order_id IN (SELECT id FROM own))
      UPDATE shop_returns SET user_id = NULL, text = '', pictures = '[]', decision = CASE decision WHEN '' THEN '' ELSE '-' END
      WHERE user_id = ${userId}::uuid`)
    await deleteOwnPictures(
      context,
      userId,
      claims.flatMap(({ pictures }) => pictures),
    )
    await context.database
      .update(shopOrders)
      .set({
        userId: null,
        name: '',
        phone: '',
        email: '',
        depositor: '',
        memo: '',
        tracking: sql`CASE tracking WHEN '' THEN '' ELSE '-' END`,
        receipt: null,
        taxInvoice: null,
        taxApproval: '',
        taxIssuedAt: null,
        recipient: { name: '', phone: '', postcode: '', address: '', detail: '' },
      })
      .where(eq(shopOrders.userId, userId))
    return []
  },
  async archive(context, { userId }) {
    const rows = await context.database.select().from(shopOrders).where(eq(shopOrders.userId, userId))
    return {
      orders: rows.map((row) => ({
        number: formatOrderNumber(row),
        state: row.state,
        total: row.total,
        at: row.createdAt,
        to: { ...row.recipient, phone: formatPhone(row.recipient.phone) },
        phone: formatPhone(row.phone),
        email: row.email,
        taxInvoice: row.taxInvoice,
      })),
    }
  },
}
