import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { readInBatches } from '#kit/db/read-in-batches.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { formatInvoiceNumber } from '../rules.ts'
import { auctionSales } from '../table.ts'
import { sendExpiredMail } from './send-sale-mail.ts'

/**
 * Job: voids offers that expired by the database's clock and notifies the runner-up; the work can then be offered to
 * the next bidder. A concurrent answer repeats the same condition, so only one of them finds the row.
 */
export const expireOffers = async (context: Context): Promise<void> => {
  const isDue = and(eq(auctionSales.state, 'offered'), sql`${auctionSales.offerUntil} <= clock_timestamp()`)
  const due = readInBatches<{ id: string }>((last, limit) =>
    context.database
      .select({ id: auctionSales.id })
      .from(auctionSales)
      .where(and(isDue, last && gt(auctionSales.id, last.id)))
      .orderBy(asc(auctionSales.id))
      .limit(limit),
  )
  // Separate transactions: one failure does not keep the other offers from expiring.
  for await (const { id } of due)
    await context
      .transaction(async (within) => {
        const [row] = await changeRows(within, auctionSales, { state: 'void', voidReason: 'expired' })
          .where(and(eq(auctionSales.id, id), isDue))
          .returning()
        if (!row) return
        const summary = formatInvoiceNumber(row)
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
