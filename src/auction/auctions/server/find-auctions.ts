import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Locale } from '#kit/locale.ts'
import type { Context } from '#kit/server/context.ts'
import { localize } from '#kit/server/records/localize.ts'
import { users } from '#people/users/table.ts'
import type { Entry, PublicProgram, PublicProgramLine } from '../contract.ts'
import type { ProgramState } from '../rules.ts'
import { auctionEntries, auctionPrograms, type ProgramRow } from '../table.ts'
import { ownDepositOf } from './present-deposit.ts'

export { sumOf } from '../rules.ts'

/** Figures of an auction computed from its works. */
export interface Figures {
  lots: number
  sold: number
  hammer: number
  lastEnd: Date | null
  open: number
  locked: boolean
  pictures: string[]
}

const none: Figures = { lots: 0, sold: 0, hammer: 0, lastEnd: null, open: 0, locked: false, pictures: [] }

export const figuresOf = async (context: Context, ids: readonly string[]): Promise<(id: string) => Figures> => {
  if (ids.length === 0) return () => none
  const { rows } = await context.database.execute<
    Omit<Figures, 'hammer' | 'lastEnd'> & { id: string; hammer: string; lastEnd: string | null }
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
export const stateOf = (
  row: Pick<ProgramRow, 'startsAt' | 'firstEnd' | 'cancelledAt'>,
  figures: Figures,
  now: Date,
): ProgramState => {
  if (row.cancelledAt) return 'cancelled'
  if (now < row.startsAt) return 'coming'
  const isOver = figures.lots > 0 ? figures.open === 0 : now >= row.firstEnd
  return isOver ? 'over' : 'running'
}

/** The same as an SQL condition. */
export const stateIs = (state: ProgramState, now: Date): SQL => {
  const moment = sql`${now.toISOString()}::timestamptz`
  const isOver = sql`NOT EXISTS (SELECT FROM auction_works WHERE program_id = ${auctionPrograms.id} AND state IN ('open', 'draft'))
    AND ${auctionPrograms.firstEnd} <= ${moment}`
  if (state === 'cancelled') return sql`${auctionPrograms.cancelledAt} IS NOT NULL`
  const isOn = sql`${auctionPrograms.cancelledAt} IS NULL`
  if (state === 'coming') return sql`(${isOn} AND ${auctionPrograms.startsAt} > ${moment})`
  return state === 'over'
    ? sql`(${isOn} AND ${auctionPrograms.startsAt} <= ${moment} AND ${isOver})`
    : sql`(${isOn} AND ${auctionPrograms.startsAt} <= ${moment} AND NOT (${isOver}))`
}

/**
 * Locks the lots of an auction before the auction itself is changed. Otherwise overlapping bids on different lots could
 * keep the change waiting indefinitely.
 */
export const holdLots = async (within: Context, program: string): Promise<void> => {
  await within.database.execute(sql`SELECT hold_lots(${program})`)
}

/** Returns a public auction; throws `not_found`. */
export const findProgram = async (context: Context, id: string): Promise<ProgramRow> => {
  const [row] = await context.database
    .select()
    .from(auctionPrograms)
    .where(and(eq(auctionPrograms.id, id), eq(auctionPrograms.visible, true)))
  if (!row) throw new AppError('not_found')
  return row
}

/** Formats auctions for public lists. */
export const presentPrograms = async (context: Context, rows: readonly ProgramRow[]): Promise<PublicProgramLine[]> => {
  const figures = await figuresOf(
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
      state: stateOf(row, own, now),
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
export const presentProgram = async (context: Context, row: ProgramRow): Promise<PublicProgram> => {
  const [line] = await presentPrograms(context, [row])
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
export const presentEntry = async (context: Context, row: ProgramRow): Promise<Entry> => {
  const [entry] = await context.database
    .select()
    .from(auctionEntries)
    .where(and(eq(auctionEntries.programId, row.id), eq(auctionEntries.userId, context.principal.userId)))
    .orderBy(asc(auctionEntries.id))
  return {
    state: entry?.state ?? null,
    mayBid:
      entry?.state === 'approved' &&
      entry.termsVersion === row.termsVersion &&
      (row.deposit === null || entry.deposit === 'received'),
    acceptedVersion: entry?.termsVersion ?? null,
    termsVersion: row.termsVersion,
    reason: entry?.state === 'refused' ? entry.reason : '',
    deposit: entry ? ownDepositOf(context, entry, row) : null,
  }
}

/** Returns the recipient of a mail; null if the account has no address or is no longer active. */
export const addresseeOf = async (
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
export const addressOf = (context: Context, locale: Locale, path: string): string =>
  `${context.services.settings.publicUrl ?? ''}${locale === 'ko' ? '' : `/${locale}`}${path}`
