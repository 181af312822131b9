import { sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { localize } from '#kit/server/records/localize.ts'
import type { PublicAuction, PublicAuctionLine } from '../contract.ts'
import type { AuctionRow } from '../table.ts'
import { determineAuctionState, readAuctionFigures } from './find-auctions.ts'

/** Formats auctions for public lists. */
export const presentAuctions = async (context: Context, rows: readonly AuctionRow[]): Promise<PublicAuctionLine[]> => {
  const figures = await readAuctionFigures(
    context,
    rows.map(({ id }) => id),
  )
  const pictures = await findFiles(
    context,
    rows.flatMap(({ id }) => figures(id).pictures),
  )
  const now = context.now()
  return rows.map((row) => {
    const own = figures(row.id)
    for (const moment of [row.startsAt, own.lots === 0 ? row.firstEnd : null])
      if (moment && moment > now) context.showUntil(moment)
    return {
      _id: row.id,
      ...localize(context.locale, { title: row.title, summary: row.summary }),
      state: determineAuctionState(row, own, now),
      startsAt: row.startsAt.toISOString(),
      firstEnd: row.firstEnd.toISOString(),
      lastEnd: (own.lastEnd ?? row.firstEnd).toISOString(),
      lots: own.lots,
      sold: own.sold,
      hammer: own.hammer,
      pictures: own.pictures.flatMap((id) => pictureOf(pictures, id) ?? []),
    }
  })
}

/** Formats an auction with its rules, terms and rooms. */
export const presentAuction = async (context: Context, row: AuctionRow): Promise<PublicAuction> => {
  const [line] = await presentAuctions(context, [row])
  if (!line) throw new AppError('not_found')
  const { rows } = await context.database.execute<{ id: string; works: number }>(sql`
    SELECT hall_id AS id, count(*)::int AS works FROM auction_works
    WHERE program_id = ${row.id} AND hall_id IS NOT NULL AND state NOT IN ('draft', 'withdrawn') GROUP BY hall_id`)
  const works = new Map(rows.map((hall) => [hall.id, hall.works]))
  return {
    ...line,
    terms: textIn(line.lang, row.terms),
    termsVersion: row.termsVersion,
    entry: row.entry,
    lotSeconds: row.lotSeconds,
    increments: row.increments,
    windowSeconds: row.windowSeconds,
    extensionSeconds: row.extensionSeconds,
    hardMinutes: row.hardMinutes,
    premium: row.premium,
    deposit: row.deposit?.amount ?? null,
    stoppedAt: row.stoppedAt?.toISOString() ?? null,
    stopReason: row.stopReason,
    cancelReason: row.cancelReason,
    halls: row.halls.map((hall) => ({
      _id: hall._id,
      name: textIn(line.lang, hall.name),
      address: textIn(line.lang, hall.address),
      works: works.get(hall._id) ?? 0,
    })),
  }
}
