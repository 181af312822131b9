import { eq, inArray, sql } from 'drizzle-orm'
import { readLots } from '#auction/works/server/find-works.ts'
import { auctionWorks, type WorkRow } from '#auction/works/table.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { users } from '#people/users/table.ts'
import { mapVoidedBidders, presentHistoryRow, readHistory } from './read-history.ts'
import { readRefusals } from './store-refusals.ts'

/** Returns a work that is a lot, also a hidden one. */
export const findDeskLot = async (context: Context, id: string): Promise<WorkRow> => {
  const [row] = await context.database.select().from(auctionWorks).where(eq(auctionWorks.id, id))
  if (!row || row.dueAt === null) throw new AppError('not_found')
  return row
}

const readUsers = async (context: Context, ids: readonly (string | null)[]) => {
  const presentIds = [...new Set(ids.filter((id) => id !== null))]
  const rows =
    presentIds.length === 0
      ? []
      : await context.database
          .select({ _id: users.id, username: users.username, name: users.name })
          .from(users)
          .where(inArray(users.id, presentIds))
  return new Map(rows.map((row) => [row._id, row]))
}

/** Returns the history of a lot for staff, latest first. */
export const presentDeskHistory = async (
  context: Context,
  work: WorkRow,
  part: { before?: number | undefined; limit: number },
) => {
  const [{ now, lots }, rows, voids, refused] = await Promise.all([
    readLots(context, sql`work.id = ${work.id}::uuid`),
    readHistory(context, work.id, part),
    readHistory(context, work.id, { kind: 'void' }),
    // Refusals are shown with the latest rows only.
    part.before === undefined ? readRefusals(context, work.id) : [],
  ])
  const [lot] = lots
  if (!lot) throw new AppError('not_found')
  const names = await readUsers(context, [...rows.map(({ row }) => row.userId), ...refused.map(({ userId }) => userId)])
  // A withdrawn lot has no closing time and counts as open: it may be auctioned again, and its maximum bids stay
  // secret.
  const shown = { isClosed: work.closedAt !== null, voids: mapVoidedBidders(voids) }
  return {
    now,
    lot,
    bids: rows.toReversed().map((found) => {
      const { mine: _mine, ...line } = presentHistoryRow(context, found, shown)
      return { _id: found.row.id, ...line, paddle: found.paddle, user: names.get(found.row.userId ?? '') ?? null }
    }),
    refused: refused.map((row) => ({
      _id: row.id,
      at: row.at.toISOString(),
      user: names.get(row.userId ?? '') ?? null,
      kind: row.kind,
      amount: row.kind === 'maximum' && !shown.isClosed ? null : row.amount,
      reason: row.reason,
    })),
  }
}
