import { and, inArray, ne, sql } from 'drizzle-orm'
import { readConsignorNames } from '#auction/consignors/server/find-consignors.ts'
import { selectWorks } from '#auction/works/server/find-works.ts'
import { auctionWorks } from '#auction/works/table.ts'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { users } from '#people/users/table.ts'
import type { Sale } from '../contract.ts'
import { calculateSettlement, determineVoidCause } from '../rules.ts'
import { auctionSales, type SaleRow } from '../table.ts'
import { formatInvoiceNumber } from './send-sale-mail.ts'

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
  return new Map(found.map((one) => [one.work.id, one]))
}

/**
 * Returns the runner-up of each work: the highest valid bid, at or above the reserve, of an active bidder who has had
 * no sale or offer of the work yet.
 */
export const findRunnersUp = async (context: Context, ids: readonly string[]) => {
  if (ids.length === 0) return new Map<string, { bidder: number; user: string; name: string; amount: number }>()
  const { rows } = await context.database.execute<{
    work: string
    bidder: number
    user: string
    name: string
    amount: string
  }>(sql`
    SELECT DISTINCT ON (bid.work_id) bid.work_id AS work, bid.bidder, bid.user_id AS user, users.name, max(bid.amount) AS amount
    FROM auction_bids AS bid JOIN users ON users.id = bid.user_id AND users.state = 'active'
      JOIN auction_works AS work ON work.id = bid.work_id
    WHERE ${inArray(sql`bid.work_id`, [...ids])} AND bid.kind IN ('open', 'maximum')
      AND NOT EXISTS (SELECT FROM auction_sales AS asked WHERE asked.work_id = bid.work_id AND asked.bidder = bid.bidder)
      AND NOT EXISTS (SELECT FROM auction_bids AS out WHERE out.work_id = bid.work_id AND out.bidder = bid.bidder AND out.kind = 'void')
    GROUP BY bid.work_id, bid.bidder, bid.user_id, users.name, work.reserve
    HAVING max(bid.amount) >= coalesce(work.reserve, 0)
    ORDER BY bid.work_id, max(bid.amount) DESC, min(bid.seq)`)
  return new Map(rows.map(({ work, amount, ...row }) => [work, { ...row, amount: Number(amount) }]))
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
  const taken = new Set(
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
    const one = found.get(row.workId)
    if (!one) return []
    const { work, program, author } = one
    const { reserve: _reserve, pictures: own, ...fields } = work
    const runner = row.state === 'void' && !taken.has(row.workId) ? runners.get(row.workId) : undefined
    return [
      {
        ...presentSaleFields(row),
        work: {
          ...toRecord(fields),
          program: { _id: program.id, title: textIn(context.locale, program.title) },
          author: author ? { _id: author.id, name: textIn(context.locale, author.name) } : null,
          picture: pictureOf(pictures, own[0]),
          locked: work.bids > 0,
        },
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
