import { and, eq, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { closeLots } from './service-close.ts'
import { numberOf, sendExpiredMail } from './service-mail.ts'
import { auctionSales } from './table.ts'

/** Beside the watch of each process: what ended while none was running is closed at the next start. */
export const closeEnded = async (context: Context): Promise<void> => {
  await closeLots(context)
}

/**
 * Ends offers that were not answered in time by the database's clock, and tells who had them; the work can be offered to
 * the next. An answer that comes meanwhile and this repeat the same condition: one of them finds the row.
 */
export const expireOffers = async (context: Context): Promise<void> => {
  const isDue = and(eq(auctionSales.state, 'offered'), sql`${auctionSales.offerUntil} <= clock_timestamp()`)
  const due = await context.database.select({ id: auctionSales.id }).from(auctionSales).where(isDue)
  // Each for itself: one that fails keeps no other from its end.
  for (const { id } of due)
    await context
      .transaction(async (within) => {
        const [row] = await changeRows(within, auctionSales, { state: 'void', voidReason: 'expired' })
          .where(and(eq(auctionSales.id, id), isDue))
          .returning()
        if (!row) return
        const summary = numberOf(row)
        await writeAudit(within, {
          action: 'expire',
          entity: 'sales',
          entityId: id,
          summary,
          after: { state: row.state },
        })
        const users = row.userId ? [row.userId] : []
        await publishEvent(within, { users, scope: 'console:auction' }, { topic: 'sales', id })
        await sendExpiredMail(within, id)
      })
      .catch((error) =>
        context.services.log.warn({ err: error, sale: id }, 'an offer could not be ended; it is tried again'),
      )
}
