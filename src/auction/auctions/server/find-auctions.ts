import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Locale } from '#kit/locale.ts'
import type { Context } from '#kit/server/context.ts'
import { localize } from '#kit/server/records/localize.ts'
import { users } from '#people/users/table.ts'
import type { PublicAuction, PublicAuctionLine, Registration } from '../contract.ts'
import type { AuctionState } from '../rules.ts'
import { type AuctionRow, auctionRegistrations, auctionsTable } from '../table.ts'
import { presentOwnDeposit } from './present-deposit.ts'

export { calculateBuyerTotal } from '../rules.ts'

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
      coalesce(sum(price) FILTER (WHERE state = 'sold'), 0)::text AS hammer, auction_instant(max(ends_at)) AS "lastEnd",
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
  await within.database.execute(sql`SELECT hold_lots(${program})`)
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

/** Returns the registration of the requesting account for an auction. */
export const presentRegistration = async (context: Context, row: AuctionRow): Promise<Registration> => {
  const [entry] = await context.database
    .select()
    .from(auctionRegistrations)
    .where(and(eq(auctionRegistrations.programId, row.id), eq(auctionRegistrations.userId, context.principal.userId)))
    .orderBy(asc(auctionRegistrations.id))
  return {
    state: entry?.state ?? null,
    mayBid:
      entry?.state === 'approved' &&
      entry.termsVersion === row.termsVersion &&
      (row.deposit === null || entry.deposit === 'received'),
    acceptedVersion: entry?.termsVersion ?? null,
    termsVersion: row.termsVersion,
    reason: entry?.state === 'refused' ? entry.reason : '',
    deposit: entry ? presentOwnDeposit(context, entry, row) : null,
  }
}

/** Returns the recipient of a mail; null if the account has no address or is no longer active. */
export const findMailRecipient = async (
  context: Context,
  userId: string,
): Promise<{ email: string; name: string; locale: Locale } | null> => {
  const [user] = await context.database
    .select({ email: users.email, name: users.name, locale: users.locale })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.state, 'active')))
  return user?.email ? { ...user, email: user.email } : null
}

/** Absolute address of a page in the recipient's language, for mails. */
export const createPageUrl = (context: Context, locale: Locale, path: string): string =>
  `${context.services.settings.publicUrl ?? ''}${locale === 'ko' ? '' : `/${locale}`}${path}`
