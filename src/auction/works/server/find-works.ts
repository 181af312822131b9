import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type AuctionRow, auctionsTable } from '#auction/auctions/table.ts'
import { auctionAuthors } from '#auction/authors/table.ts'
import { AppError } from '#kit/errors.ts'
import type { FindBookmarkable } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { localize } from '#kit/server/records/localize.ts'
import type { Lot } from '../contract.ts'
import { auctionWorks, type WorkRow } from '../table.ts'

export interface FoundWork {
  work: WorkRow
  program: AuctionRow
  author: typeof auctionAuthors.$inferSelect | null
}

/** Condition: works that visitors see. */
export const isPublicWork: SQL = sql`(${auctionsTable.visible} AND ${auctionWorks.state} NOT IN ('draft', 'withdrawn'))`

/** Selects works with their auctions and artists; add `.where(…)`. */
export const selectWorks = (context: Context) =>
  context.database
    .select({ work: auctionWorks, program: auctionsTable, author: auctionAuthors })
    .from(auctionWorks)
    .innerJoin(auctionsTable, eq(auctionsTable.id, auctionWorks.program))
    .leftJoin(auctionAuthors, eq(auctionAuthors.id, auctionWorks.author))

/** Returns a public work; throws `not_found`. */
export const findPublicWork = async (context: Context, id: string): Promise<FoundWork> => {
  const [found] = await selectWorks(context).where(and(eq(auctionWorks.id, id), isPublicWork))
  if (!found) throw new AppError('not_found')
  return found
}

/** Returns the public state of lots in the order of their numbers, with the database's time. */
export const readLots = async (context: Context, where: SQL): Promise<{ now: string; lots: Lot[] }> => {
  const { rows } = await context.database.execute<{ now: string; lots: Lot[] }>(sql`
    SELECT format_instant(clock_timestamp()) AS now,
      coalesce(jsonb_agg(describe_lot(work, program) ORDER BY work.lot), '[]') AS lots
    FROM auction_works AS work JOIN auction_programs AS program ON program.id = work.program_id
    WHERE work.due_at IS NOT NULL AND ${where}`)
  return rows[0] ?? { now: context.now().toISOString(), lots: [] }
}

/** Returns one lot; throws `not_found`. */
export const findLot = async (context: Context, id: string): Promise<{ now: string; lot: Lot }> => {
  const { now, lots } = await readLots(
    context,
    sql`work.id = ${id}::uuid AND program.visible AND work.state <> 'draft'`,
  )
  const [lot] = lots
  if (!lot) throw new AppError('not_found')
  return { now, lot }
}

/** Records that members can bookmark and like. */
export const bookmarkable: Readonly<Record<string, FindBookmarkable>> = {
  work: async (context, ids) => {
    const found = await selectWorks(context)
      .where(and(inArray(auctionWorks.id, [...ids]), isPublicWork))
      .orderBy(asc(auctionWorks.lot))
    return found.map(({ work }) => {
      const { title, lang } = localize(context.locale, { title: work.title })
      return { id: work.id, title, lang, to: `/auction/works/${work.id}` }
    })
  },
}
