import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { createPageUrl, findMailRecipient } from '#auction/auctions/server/find-auctions.ts'
import { type AuctionRow, auctionsTable } from '#auction/auctions/table.ts'
import { auctionAuthors } from '#auction/authors/table.ts'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Locale } from '#kit/locale.ts'
import type { FindBookmarkable } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { localize } from '#kit/server/records/localize.ts'
import { htmlOf } from '#kit/text/html.ts'
import { queueMail } from '#people/messages/server/queue-messages.ts'
import type { Lot, PublicWorkLine } from '../contract.ts'
import { auctionWorks, type WorkRow } from '../table.ts'

export { isLotClosed } from '../rules.ts'

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

/** Formats works for public lists. */
export const presentWorks = async (context: Context, found: readonly FoundWork[]): Promise<PublicWorkLine[]> => {
  const pictures = await findFiles(
    context,
    found.map(({ work }) => work.pictures[0]),
  )
  return found.map(({ work, program, author }) => {
    const texts = localize(context.locale, { title: work.title, medium: work.medium })
    return {
      ...texts,
      _id: work.id,
      lot: work.lot,
      program: { _id: program.id, title: textIn(context.locale, program.title) },
      hall: work.hall,
      author: author?.visible ? { _id: author.id, name: textIn(context.locale, author.name) } : null,
      made: work.made,
      height: work.height,
      width: work.width,
      depth: work.depth,
      picture: pictureOf(pictures, work.pictures[0]),
      estimateLow: work.estimateLow,
      estimateHigh: work.estimateHigh,
      startPrice: work.startPrice,
      dueAt: (work.dueAt ?? program.firstEnd).toISOString(),
    }
  })
}

/** Returns the public state of lots in the order of their numbers, with the database's time. */
export const readLots = async (context: Context, where: SQL): Promise<{ now: string; lots: Lot[] }> => {
  const { rows } = await context.database.execute<{ now: string; lots: Lot[] }>(sql`
    SELECT auction_instant(clock_timestamp()) AS now,
      coalesce(jsonb_agg(auction_lot(work, program) ORDER BY work.lot), '[]') AS lots
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

interface Facts extends Record<string, string | number> {
  name: string
  lot: number
  title: string
  program: string
  reason: string
  link: string
}
type Words = (facts: Facts, options: { locale: Locale }) => string

/** Mails one account about a lot, with a reason; does nothing if the account has no address. */
export const sendLotMail = async (
  within: Context,
  { work, user: userId, reason }: { work: string; user: string; reason: string },
  [subject, text]: readonly [Words, Words],
): Promise<void> => {
  const user = await findMailRecipient(within, userId)
  const [found] = await selectWorks(within).where(eq(auctionWorks.id, work))
  if (!user || !found) return
  const { locale } = user
  const facts: Facts = {
    name: user.name,
    lot: found.work.lot,
    title: textIn(locale, found.work.title),
    program: textIn(locale, found.program.title),
    reason,
    // A withdrawn work no longer has a page.
    link: createPageUrl(
      within,
      locale,
      found.work.state === 'withdrawn' ? `/auction/programs/${found.program.id}` : `/auction/works/${work}`,
    ),
  }
  await queueMail(within, {
    to: user.email,
    about: userId,
    subject: subject(facts, { locale }),
    html: htmlOf(text(facts, { locale })),
  })
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
