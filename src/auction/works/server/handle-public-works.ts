import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { findPublicAuction } from '#auction/auctions/server/find-auctions.ts'
import { auctionsTable } from '#auction/auctions/table.ts'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { localize } from '#kit/server/records/localize.ts'
import { containsWords, translationsOf } from '#kit/server/records/search-conditions.ts'
import { addEntry } from '#people/questions/server/change-question.ts'
import { questions } from '#people/questions/table.ts'
import { columnFilters, type works as contract } from '../contract.ts'
import { auctionNotices, auctionWorks } from '../table.ts'
import { type FoundWork, findLot, findPublicWork, isPublicWork, readLots, selectWorks } from './find-works.ts'
import { presentWorks } from './present-works.ts'

const texts = [translationsOf(auctionWorks.title), translationsOf(auctionWorks.medium)]
const authorNames = (condition: SQL) => sql`(SELECT concat_ws(' ', a.name ->> 'ko', a.name ->> 'en', a.name ->> 'cn')
  FROM auction_authors a WHERE a.id = ${auctionWorks.author} AND ${condition})`
/** Searched by staff. */
export const workSearchFields = [...texts, authorNames(sql`true`)]
/** Searched by visitors: without the names of hidden artists. */
const publicSearchFields = [...texts, authorNames(sql`a.visible`)]
const isByAuthor = (author: string | undefined): SQL | undefined =>
  author
    ? and(
        eq(auctionWorks.author, author),
        sql`EXISTS (SELECT FROM auction_authors a WHERE a.id = ${author} AND a.visible)`,
      )
    : undefined

type ColumnFilter = keyof typeof columnFilters

/** Conditions of the filters that are plain columns. */
const filterColumns = (query: { [K in ColumnFilter]?: string | undefined }): (SQL | undefined)[] =>
  (Object.keys(columnFilters) as ColumnFilter[]).map((name) => {
    const value = query[name]
    return value === undefined ? undefined : eq(auctionWorks[name], value)
  })

const presentNotice = async (context: Context, id: string) => {
  const { work } = await findPublicWork(context, id)
  const [row] = await context.database
    .select()
    .from(auctionNotices)
    .where(and(eq(auctionNotices.workId, id), eq(auctionNotices.userId, context.principal.userId)))
  const at = row?.sentAt ?? (work.endsAt ? new Date(work.endsAt.getTime() - 600_000) : null)
  return { notice: { on: row !== undefined, at: row && at ? at.toISOString() : null } }
}

/** Returns the next planned end of a lot. */
const findNextEnd = (found: readonly FoundWork[], now: Date): Date | undefined =>
  found
    .flatMap(({ work }) => (work.dueAt && work.dueAt > now ? work.dueAt : []))
    .reduce<Date | undefined>((first, dueAt) => (first && first < dueAt ? first : dueAt), undefined)

const readPage = async (
  context: Context,
  { page, limit }: { page: number; limit: number },
  where: SQL | undefined,
  order: SQL[],
) => {
  const [found, [totals]] = await Promise.all([
    selectWorks(context)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset((page - 1) * limit),
    context.database
      .select({ total: sql<number>`count(*)::int` })
      .from(auctionWorks)
      .innerJoin(auctionsTable, eq(auctionsTable.id, auctionWorks.program))
      .where(where),
  ])
  return { found, total: totals?.total ?? 0, page, limit }
}

/** Handlers for visitors and members. */
export const publicHandlers: Pick<
  Handlers<typeof contract>,
  'published' | 'open' | 'lots' | 'lot' | 'results' | 'condition' | 'ask' | 'notice' | 'setNotice'
> = {
  async published(context, { query }) {
    context.tag('auction')
    const where = and(
      isPublicWork,
      ...filterColumns(query),
      isByAuthor(query.author),
      query.q ? containsWords(publicSearchFields, query.q) : undefined,
    )
    const order = [desc(auctionsTable.startsAt), asc(auctionWorks.lot), asc(auctionWorks.id)]
    const { found, ...paging } = await readPage(context, query, where, order)
    // The page's wall shows the next lot to end first, so it is stale after that end.
    if (query.program) context.showUntil(findNextEnd(found, context.now()))
    return { works: await presentWorks(context, found), ...paging }
  },

  async open(context, { params }) {
    context.tag('auction')
    const found = await findPublicWork(context, params.id)
    const { work, author } = found
    const [line] = await presentWorks(context, [found])
    if (!line) throw new AppError('not_found')
    const pictures = await findFiles(context, work.pictures)
    const findNeighbour = async (condition: SQL, order: SQL) => {
      const [next] = await selectWorks(context)
        .where(and(eq(auctionWorks.program, work.program), isPublicWork, condition))
        .orderBy(order)
        .limit(1)
      return next
        ? {
            _id: next.work.id,
            lot: next.work.lot,
            title: textIn(context.locale, next.work.title),
            dueAt: (next.work.dueAt ?? next.program.firstEnd).toISOString(),
          }
        : null
    }
    const [previous, following] = await Promise.all([
      findNeighbour(sql`${auctionWorks.lot} < ${work.lot}`, desc(auctionWorks.lot)),
      findNeighbour(sql`${auctionWorks.lot} > ${work.lot}`, asc(auctionWorks.lot)),
    ])
    return {
      work: {
        ...line,
        author: author &&
          line.author && { ...line.author, latin: author.name.en ?? '', born: author.born, died: author.died },
        provenance: textIn(line.lang, work.provenance),
        note: textIn(line.lang, work.note),
        hasCondition: Boolean(work.condition.ko),
        pictures: work.pictures.flatMap((id) => pictureOf(pictures, id) ?? []),
        previous,
        following,
      },
    }
  },

  async lots(context, { params }) {
    await findPublicAuction(context, params.id)
    return readLots(context, sql`work.program_id = ${params.id}::uuid AND work.state <> 'draft'`)
  },

  lot: (context, { params }) => findLot(context, params.id),

  async results(context, { query }) {
    const where = and(
      isPublicWork,
      query.state
        ? eq(auctionWorks.state, query.state)
        : or(eq(auctionWorks.state, 'sold'), eq(auctionWorks.state, 'passed')),
      query.program ? eq(auctionWorks.program, query.program) : undefined,
      isByAuthor(query.author),
      query.q ? containsWords(publicSearchFields, query.q) : undefined,
    )
    const { found, ...paging } = await readPage(context, query, where, [
      desc(auctionWorks.closedAt),
      desc(auctionWorks.lot),
      asc(auctionWorks.id),
    ])
    const lines = await presentWorks(context, found)
    return {
      results: lines.map((line, index) => {
        const { state = 'passed', price = null, bids = 0, closedAt = null } = found[index]?.work ?? {}
        const isSold = state === 'sold'
        return {
          ...line,
          state: isSold ? ('sold' as const) : ('passed' as const),
          hammer: isSold ? price : null,
          bids,
          closedAt: closedAt?.toISOString() ?? line.dueAt,
        }
      }),
      ...paging,
    }
  },

  async condition(context, { params }) {
    const { work } = await findPublicWork(context, params.id)
    if (!work.condition.ko) throw new AppError('not_found')
    const { condition: text, lang } = localize(context.locale, { condition: work.condition })
    return { condition: { text, lang, updatedAt: work.updatedAt.toISOString() } }
  },

  ask: (context, { params, body }) =>
    context.transaction(async (within) => {
      const { work, program } = await findPublicWork(within, params.id)
      const { locale } = within
      const now = within.now()
      const times = { createdAt: now, updatedAt: now }
      const id = within.newId()
      const { userId } = within.principal
      const title = `[${textIn(locale, program.title)}] LOT ${work.lot} ${textIn(locale, work.title)}`.slice(0, 200)
      await within.database.insert(questions).values({ id, ...times, userId, type: 'inquiry', title, locale })
      await addEntry(within, id, 'member', { text: body.text, files: [] })
      return { question: { _id: id } }
    }),

  notice: (context, { params }) => presentNotice(context, params.id),

  async setNotice(context, { params, body }) {
    await findPublicWork(context, params.id)
    const { userId } = context.principal
    if (body.on)
      await context.database.insert(auctionNotices).values({ workId: params.id, userId }).onConflictDoNothing()
    else
      await context.database
        .delete(auctionNotices)
        .where(and(eq(auctionNotices.workId, params.id), eq(auctionNotices.userId, userId)))
    return presentNotice(context, params.id)
  },
}
