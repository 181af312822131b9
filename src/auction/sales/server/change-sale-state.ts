import { and, eq, type SQL } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import type { Sale } from '../contract.ts'
import { formatInvoiceNumber } from '../rules.ts'
import { auctionSales, type SaleRow } from '../table.ts'
import { findSale, readSale } from './present-sales.ts'

/**
 * Changes a sale in one statement that repeats the allowed states (`when`), with its audit entry. Throws `conflict` if
 * the state does not match.
 */
export const changeSaleState = (
  context: Context,
  id: string,
  {
    when,
    values,
    action,
    refusal,
    mail,
  }: {
    when: SQL
    values: Partial<SaleRow>
    action: string
    refusal: string
    mail?: (within: Context, id: string) => Promise<boolean>
  },
): Promise<{ sale: Sale }> =>
  context.transaction(async (within) => {
    const [row] = await changeRows(within, auctionSales, values)
      .where(and(eq(auctionSales.id, id), when))
      .returning()
    if (!row) {
      await findSale(within, id)
      throw new AppError('conflict', { fields: { state: refusal } })
    }
    await writeAudit(within, {
      action,
      entity: 'sales',
      entityId: id,
      summary: formatInvoiceNumber(row),
      after: { state: row.state, ...(row.voidReason && { reason: row.voidReason }) },
    })
    if (row.userId) await publishEvent(within, { users: [row.userId] }, { topic: 'sales', id })
    await mail?.(within, id)
    return readSale(within, id)
  })
