import { and, eq, inArray, ne, type SQL } from 'drizzle-orm'
import { readConsignorNames } from '#auction/consignors/server/find-consignors.ts'
import { selectWorks } from '#auction/works/server/find-works.ts'
import { presentWorkLine } from '#auction/works/server/present-works.ts'
import { auctionWorks } from '#auction/works/table.ts'
import { AppError } from '#kit/errors.ts'
import { findFiles } from '#kit/files/media-library.ts'
import type { Context } from '#kit/server/context.ts'
import { users } from '#people/users/table.ts'
import type { Sale } from '../contract.ts'
import { calculateSettlement, determineVoidCause, formatInvoiceNumber } from '../rules.ts'
import { auctionSales, type SaleRow } from '../table.ts'
import { findRunnersUp } from './find-runners-up.ts'

const instant = (moment: Date | null) => moment?.toISOString() ?? null

/** Fields of a sale that both its buyer and staff see. */
export const presentSaleFields = (row: SaleRow) => ({
  _id: row.id,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  number: formatInvoiceNumber(row),
  state: row.state,
  hammer: row.hammer,
  sum: { hammer: row.hammer, premium: row.premium, vat: row.vat, total: row.total },
  payUntil: row.payUntil.toISOString(),
  ending: determineVoidCause(row),
  offerUntil: instant(row.offerUntil),
  paidAt: instant(row.paidAt),
  pickupAt: instant(row.pickupAt),
  collectedAt: instant(row.collectedAt),
})

/** Returns the works of sales by id. */
export const readSaleWorks = async (context: Context, rows: readonly SaleRow[]) => {
  const ids = rows.map(({ workId }) => workId)
  const found = ids.length === 0 ? [] : await selectWorks(context).where(inArray(auctionWorks.id, ids))
  return new Map(found.map((row) => [row.work.id, row]))
}

/** Formats sales for staff, with the runner-up that a work could be offered to. */
export const presentSales = async (context: Context, rows: readonly SaleRow[]): Promise<Sale[]> => {
  const ids = [...new Set(rows.map(({ userId }) => userId).filter((id) => id !== null))]
  const [found, consignors, buyers, runners] = await Promise.all([
    readSaleWorks(context, rows),
    readConsignorNames(
      context,
      rows.map(({ consignorId }) => consignorId),
    ),
    ids.length === 0
      ? []
      : context.database
          .select({ _id: users.id, username: users.username, name: users.name, email: users.email })
          .from(users)
          .where(inArray(users.id, ids)),
    findRunnersUp(
      context,
      rows.filter(({ state }) => state === 'void').map(({ workId }) => workId),
    ),
  ])
  const pictures = await findFiles(
    context,
    [...found.values()].map(({ work }) => work.pictures[0]),
  )
  // A work that has another valid sale cannot be offered.
  const soldWorks = new Set(
    (
      await context.database
        .select({ workId: auctionSales.workId })
        .from(auctionSales)
        .where(
          and(
            inArray(
              auctionSales.workId,
              rows.map(({ workId }) => workId),
            ),
            ne(auctionSales.state, 'void'),
          ),
        )
    ).map(({ workId }) => workId),
  )
  return rows.flatMap((row) => {
    const works = found.get(row.workId)
    if (!works) return []
    const { work, program, author } = works
    const runner = row.state === 'void' && !soldWorks.has(row.workId) ? runners.get(row.workId) : undefined
    return [
      {
        ...presentSaleFields(row),
        work: presentWorkLine(context, work, { program, author, pictures }),
        user: buyers.find(({ _id }) => _id === row.userId) ?? null,
        bidder: row.bidder,
        wonMailAt: instant(row.wonMailAt),
        mails: row.mails,
        voidReason: row.voidReason,
        consignor: row.consignorId ? { _id: row.consignorId, name: consignors.get(row.consignorId) ?? '' } : null,
        settlement: row.commissionRate === null ? null : calculateSettlement(row.hammer, row.commissionRate),
        settledAt: instant(row.settledAt),
        runnerUp: runner ? { bidder: runner.bidder, name: runner.name, amount: runner.amount } : null,
      },
    ]
  })
}

/** Returns a sale; throws `not_found`. */
export const findSale = async (context: Context, id: string, condition?: SQL): Promise<SaleRow> => {
  const [row] = await context.database
    .select()
    .from(auctionSales)
    .where(and(eq(auctionSales.id, id), condition))
  if (!row) throw new AppError('not_found')
  return row
}

/** Returns a sale for staff. */
export const readSale = async (context: Context, id: string): Promise<{ sale: Sale }> => {
  const [sale] = await presentSales(context, [await findSale(context, id)])
  if (!sale) throw new AppError('not_found')
  return { sale }
}
