import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PersonalData } from '#kit/module/module.ts'
import { formatInvoiceNumber } from '../rules.ts'
import { auctionSales } from '../table.ts'

/** Years for which sales are retained: Act on Consumer Protection in Electronic Commerce, article 6. */
const keptYears = 5

/** Purchases of an account. Deletion is blocked until open purchases are collected. */
export const personal: PersonalData = {
  async blockers(context, { userId }) {
    const rows = await context.database
      .select()
      .from(auctionSales)
      .where(and(eq(auctionSales.userId, userId), inArray(auctionSales.state, ['awaiting', 'paid'])))
    return rows.map((row) => ({ title: formatInvoiceNumber(row), to: '/me/pickups' }))
  },
  async retained(context, { userId }) {
    const rows = await context.database.select().from(auctionSales).where(eq(auctionSales.userId, userId))
    const until = new Date(context.now())
    until.setFullYear(until.getFullYear() + keptYears)
    return rows.length === 0 ? [] : [{ basis: 'contract', until, records: rows }]
  },
  async forget(context, { userId }) {
    // Also erases what staff wrote about the buyer; a void sale keeps only the fact that there was a reason.
    const voidReason = sql`CASE void_reason WHEN '' THEN '' ELSE '-' END`
    await context.database
      .update(auctionSales)
      .set({ userId: null, paymentNote: '', voidReason })
      .where(eq(auctionSales.userId, userId))
    return []
  },
  async archive(context, { userId }) {
    const rows = await context.database.select().from(auctionSales).where(eq(auctionSales.userId, userId))
    return {
      purchases: rows.map((row) => ({
        number: formatInvoiceNumber(row),
        state: row.state,
        total: row.total,
        at: row.createdAt,
      })),
    }
  },
}
