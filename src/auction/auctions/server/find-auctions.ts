import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import type { AuctionState } from '../rules.ts'
import { type AuctionRow, auctionsTable } from '../table.ts'

/** Figures of an auction computed from its works. */
export interface AuctionFigures {
  lots: number
  sold: number
  hammer: number
  lastEnd: Date | null
  open: number
  locked: boolean
  pictures: string[]
}

const none: AuctionFigures = { lots: 0, sold: 0, hammer: 0, lastEnd: null, open: 0, locked: false, pictures: [] }

export const readAuctionFigures = async (
  context: Context,
  ids: readonly string[],
): Promise<(id: string) => AuctionFigures> => {
  if (ids.length === 0) return () => none
  const { rows } = await context.database.execute<
    Omit<AuctionFigures, 'hammer' | 'lastEnd'> & { id: string; hammer: string; lastEnd: string | null }
  >(sql`
    SELECT program_id AS id, count(*)::int AS lots, count(*) FILTER (WHERE state = 'sold')::int AS sold,
      coalesce(sum(price) FILTER (WHERE state = 'sold'), 0)::text AS hammer, format_instant(max(ends_at)) AS "lastEnd",
      count(*) FILTER (WHERE state = 'open')::int AS open, bool_or(last_seq > 0) AS locked,
      coalesce((array_agg(pictures ->> 0 ORDER BY lot) FILTER (WHERE pictures ->> 0 IS NOT NULL))[1:4], '{}') AS pictures
    FROM auction_works WHERE state <> 'withdrawn' AND ${inArray(sql`program_id`, [...ids])} GROUP BY program_id`)
  const found = new Map(
    rows.map(({ id, hammer, lastEnd, ...row }) => [
      id,
      { ...row, hammer: Number(hammer), lastEnd: lastEnd ? new Date(lastEnd) : null },
    ]),
  )
  return (id) => found.get(id) ?? none
}

/**
 * Returns the state of an auction. It is over when no lot is open; without lots, when the time of the first end has
 * passed.
 */
export const determineAuctionState = (
  row: Pick<AuctionRow, 'startsAt' | 'firstEnd' | 'cancelledAt'>,
  figures: AuctionFigures,
  now: Date,
): AuctionState => {
  if (row.cancelledAt) return 'cancelled'
  if (now < row.startsAt) return 'coming'
  const isOver = figures.lots > 0 ? figures.open === 0 : now >= row.firstEnd
  return isOver ? 'over' : 'running'
}

/** The same as an SQL condition. */
export const auctionStateCondition = (state: AuctionState, now: Date): SQL => {
  const moment = sql`${now.toISOString()}::timestamptz`
  const isOver = sql`NOT EXISTS (SELECT FROM auction_works WHERE program_id = ${auctionsTable.id} AND state IN ('open', 'draft'))
    AND ${auctionsTable.firstEnd} <= ${moment}`
  if (state === 'cancelled') return sql`${auctionsTable.cancelledAt} IS NOT NULL`
  const isOn = sql`${auctionsTable.cancelledAt} IS NULL`
  if (state === 'coming') return sql`(${isOn} AND ${auctionsTable.startsAt} > ${moment})`
  return state === 'over'
    ? sql`(${isOn} AND ${auctionsTable.startsAt} <= ${moment} AND ${isOver})`
    : sql`(${isOn} AND ${auctionsTable.startsAt} <= ${moment} AND NOT (${isOver}))`
}

/**
 * Locks the lots of an auction before the auction itself is changed. Otherwise overlapping bids on different lots could
 * keep the change waiting indefinitely.
 */
export const lockLots = async (within: Context, program: string): Promise<void> => {
  await within.database.execute(sql`SELECT lock_biddable_lots(${program})`)
}

/** Returns an auction, for staff also a hidden one; throws `not_found`. */
export const findAuction = async (context: Context, id: string): Promise<AuctionRow> => {
  const [row] = await context.database.select().from(auctionsTable).where(eq(auctionsTable.id, id))
  if (!row) throw new AppError('not_found')
  return row
}

/** Returns a public auction; throws `not_found`. */
export const findPublicAuction = async (context: Context, id: string): Promise<AuctionRow> => {
  const [row] = await context.database
    .select()
    .from(auctionsTable)
    .where(and(eq(auctionsTable.id, id), eq(auctionsTable.visible, true)))
  if (!row) throw new AppError('not_found')
  return row
}
