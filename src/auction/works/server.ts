import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { auctionAuthors } from '#auction/authors/table.ts'
import { findProgram } from '#auction/programs/service.ts'
import { auctionPrograms } from '#auction/programs/table.ts'
import { writeAudit } from '#kit/audit/write.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish.ts'
import { findFiles, pictureOf, requirePicture } from '#kit/files/library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { localize } from '#kit/server/localize.ts'
import { changeRows, toColumns, toRecord } from '#kit/server/records.ts'
import { tableHandlers } from '#kit/server/table-handlers.ts'
import { containsWords, translationsOf } from '#kit/server/words.ts'
import { addEntry } from '#people/questions/service.ts'
import { questions } from '#people/questions/table.ts'
import { works as contract } from './contract.ts'
import { findPublicWork, isPublic, lotOf, lotsWhere, presentWorks, selectWorks } from './service.ts'
import { tellWithdrawn } from './service-mail.ts'
import { auctionNotices, auctionWorks, type WorkRow } from './table.ts'

const words = [translationsOf(auctionWorks.title), translationsOf(auctionWorks.medium)]
const namesOfAuthor = (further: SQL) => sql`(SELECT concat_ws(' ', a.name ->> 'ko', a.name ->> 'en', a.name ->> 'cn')
  FROM auction_authors a WHERE a.id = ${auctionWorks.author} AND ${further})`
const wordsWithAuthor = [...words, namesOfAuthor(sql`true`)]
/** A hidden artist is found by nobody. */
const publicWords = [...words, namesOfAuthor(sql`a.visible`)]
const isByAuthor = (author: string | undefined): SQL | undefined =>
  author
    ? and(
        eq(auctionWorks.author, author),
        sql`EXISTS (SELECT FROM auction_authors a WHERE a.id = ${author} AND a.visible)`,
      )
    : undefined

const present = async (rows: WorkRow[], context: Context) => {
  const pictures = await findFiles(
    context,
    rows.flatMap((row) => row.pictures),
  )
  // What is presented also goes to the log and into the refusal of a stale change, past the contract of the answer: a
  // maximum is kept from staff until the lot is closed.
  return rows.map(({ maximum: _maximum, leader: _leader, lastHash: _hash, ...row }) => ({
    ...toRecord(row),
    pictures: row.pictures.flatMap((id) => pictureOf(pictures, id) ?? []),
    locked: row.bids > 0,
  }))
}

const presentLines = async (
  rows: Pick<
    WorkRow,
    | 'id'
    | 'createdAt'
    | 'updatedAt'
    | 'program'
    | 'author'
    | 'title'
    | 'lot'
    | 'pictures'
    | 'estimateLow'
    | 'estimateHigh'
    | 'startPrice'
    | 'price'
    | 'bids'
    | 'state'
    | 'endsAt'
  >[],
  context: Context,
) => {
  const idsOf = (ids: (string | null)[]) => [...new Set(ids.filter((id) => id !== null))]
  const [pictures, programs, authors] = await Promise.all([
    findFiles(
      context,
      rows.map((row) => row.pictures[0]),
    ),
    context.database
      .select({ id: auctionPrograms.id, title: auctionPrograms.title })
      .from(auctionPrograms)
      .where(inArray(auctionPrograms.id, idsOf(rows.map((row) => row.program)))),
    context.database
      .select({ id: auctionAuthors.id, name: auctionAuthors.name })
      .from(auctionAuthors)
      .where(inArray(auctionAuthors.id, idsOf(rows.map((row) => row.author)))),
  ])
  return rows.map(({ pictures: own, ...row }) => {
    const program = programs.find(({ id }) => id === row.program)
    const author = authors.find(({ id }) => id === row.author)
    return {
      ...toRecord(row),
      program: { _id: row.program, title: textIn(context.locale, program?.title) },
      author: author ? { _id: author.id, name: textIn(context.locale, author.name) } : null,
      picture: pictureOf(pictures, own[0]),
      locked: row.bids > 0,
    }
  })
}

const base = tableHandlers(contract, auctionWorks, {
  words: wordsWithAuthor,
  title: (row) => row.title.ko,
  present,
  presentLines,
  lineColumns: ['program', 'author', 'pictures', 'bids'],
  async accept(body, context, current) {
    for (const [index, id] of (body.pictures ?? []).entries()) await requirePicture(context, id, `pictures.${index}`)
    const merged = { ...current, ...body }
    if (merged.estimateLow && merged.estimateHigh && merged.estimateHigh < merged.estimateLow)
      throw new AppError('invalid', { fields: { estimateHigh: 'work_estimate' } })
    if (merged.reserve && merged.startPrice && merged.reserve < merged.startPrice)
      throw new AppError('invalid', { fields: { reserve: 'work_reserve' } })
    return body
  },
})

/** Refusals of the database in the words of the form. */
const inWords = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const { constraint } = ((error as Error).cause ?? error) as { constraint?: string }
    if (constraint === 'auction_works_locked') throw new AppError('conflict', { fields: { startPrice: 'work_locked' } })
    if (constraint === 'auction_works_moved') throw new AppError('conflict', { fields: { program: 'work_moved' } })
    if (constraint === 'auction_works_hall') throw new AppError('invalid', { fields: { hall: 'work_hall' } })
    if (constraint === 'auction_works_program_id_fkey') throw new AppError('invalid', { fields: { program: 'choose' } })
    if (constraint === 'auction_works_consignor_id_fkey')
      throw new AppError('invalid', { fields: { consignor: 'choose' } })
    if (constraint === 'auction_works_author_id_fkey') throw new AppError('invalid', { fields: { author: 'choose' } })
    throw error
  }
}

/** Lots of a programme that visitors see already are open, each with its end by its place. */
const openLots = (context: Context, program: string) =>
  context.database.execute(sql`SELECT open_lots(id) FROM auction_programs WHERE id = ${program} AND visible`)

const presentNotice = async (context: Context, id: string) => {
  const { work } = await findPublicWork(context, id)
  const [row] = await context.database
    .select()
    .from(auctionNotices)
    .where(and(eq(auctionNotices.workId, id), eq(auctionNotices.userId, context.principal.userId)))
  const at = row?.sentAt ?? (work.endsAt ? new Date(work.endsAt.getTime() - 600_000) : null)
  return { notice: { on: row !== undefined, at: row && at ? at.toISOString() : null } }
}

const pageOf = async (
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
      .innerJoin(auctionPrograms, eq(auctionPrograms.id, auctionWorks.program))
      .where(where),
  ])
  return { found, total: totals?.total ?? 0, page, limit }
}

export const workHandlers: Handlers<typeof contract> = {
  ...base,

  create: (context, input) =>
    inWords(() =>
      context.transaction(async (within) => {
        const { program } = input.body
        // The last place of the programme, which is held until then: two at once get different ones.
        const held = await within.database
          .select({ id: auctionPrograms.id })
          .from(auctionPrograms)
          .where(eq(auctionPrograms.id, program))
          .for('no key update')
        if (held.length === 0) throw new AppError('invalid', { fields: { program: 'choose' } })
        const now = within.now()
        const id = within.newId()
        for (const [index, picture] of input.body.pictures.entries())
          await requirePicture(within, picture, `pictures.${index}`)
        const { estimateLow, estimateHigh, reserve, startPrice } = input.body
        if (estimateLow && estimateHigh && estimateHigh < estimateLow)
          throw new AppError('invalid', { fields: { estimateHigh: 'work_estimate' } })
        if (reserve && reserve < startPrice) throw new AppError('invalid', { fields: { reserve: 'work_reserve' } })
        const [row] = await within.database
          .insert(auctionWorks)
          .values({
            ...(toColumns(auctionWorks, input.body) as typeof input.body),
            id,
            createdAt: now,
            updatedAt: now,
            lot: sql`(SELECT coalesce(max(lot), 0) + 1 FROM auction_works WHERE program_id = ${program})`,
          })
          .returning()
        if (!row) throw new AppError('conflict')
        await writeAudit(within, {
          action: 'create',
          entity: 'works',
          entityId: id,
          summary: row.title.ko,
          after: input.body,
        })
        await openLots(within, program)
        return base.get(within, { ...input, params: { id }, query: undefined, body: undefined })
      }),
    ),
  update: (context, input) => inWords(() => base.update(context, input)),
  remove: (context, input) => inWords(() => base.remove(context, input)),

  order: (context, { params, body }) =>
    inWords(() =>
      context.transaction(async (within) => {
        const ids = JSON.stringify(body.works)
        await within.database.execute(sql`SET CONSTRAINTS auction_works_lot DEFERRED`)
        // One statement: numbers are given only while the works of the programme are still exactly these.
        const { rowCount } = await within.database.execute(sql`
          WITH wanted AS (SELECT value::uuid AS id, ordinality::int AS place
            FROM jsonb_array_elements_text(${ids}::jsonb) WITH ORDINALITY),
          present AS (SELECT id, last_seq FROM auction_works WHERE program_id = ${params.id} ORDER BY id FOR UPDATE)
          UPDATE auction_works AS work SET lot = wanted.place,
            updated_at = greatest(clock_timestamp(), work.updated_at + interval '1 millisecond')
          FROM wanted
          WHERE work.id = wanted.id AND work.program_id = ${params.id}
            AND (SELECT count(DISTINCT id) FROM wanted) = (SELECT count(*) FROM wanted)
            AND (SELECT count(*) FROM present) = (SELECT count(*) FROM wanted)
            AND NOT EXISTS (SELECT FROM wanted WHERE id NOT IN (SELECT id FROM present))
            AND NOT EXISTS (SELECT FROM present WHERE last_seq > 0)`)
        if (rowCount !== body.works.length) {
          const locked = await within.database.$count(
            auctionWorks,
            and(eq(auctionWorks.program, params.id), sql`${auctionWorks.bids} > 0`),
          )
          throw new AppError('conflict', { fields: { works: locked > 0 ? 'work_locked' : 'work_order' } })
        }
        await openLots(within, params.id)
        await writeAudit(within, {
          action: 'update',
          entity: 'works',
          summary: params.id,
          after: { order: body.works },
        })
        const rows = await within.database
          .select()
          .from(auctionWorks)
          .where(eq(auctionWorks.program, params.id))
          .orderBy(asc(auctionWorks.lot))
        return { works: await presentLines(rows, within) }
      }),
    ),

  withdraw: (context, input) =>
    context.transaction(async (within) => {
      const { id } = input.params
      // A lot whose end has come belongs to who led it, also in the moment before it is closed. Ends rest with the programme.
      const mayGo = sql`(${auctionWorks.state} = 'draft' OR (${auctionWorks.state} = 'open' AND
        (${auctionWorks.endsAt} > clock_timestamp() OR EXISTS (SELECT FROM auction_programs AS program
          WHERE program.id = ${auctionWorks.program} AND program.stopped_at IS NOT NULL AND ${auctionWorks.endsAt} > program.stopped_at))))`
      const [row] = await changeRows(within, auctionWorks, { state: 'withdrawn' })
        .where(and(eq(auctionWorks.id, id), mayGo))
        .returning()
      const answer = await base.get(within, { ...input, query: undefined, body: undefined })
      if (!row) throw new AppError('conflict', { fields: { reason: 'work_over' } })
      const { reason } = input.body
      const { rows: bidders } = await within.database.execute<{ user: string }>(sql`
        SELECT DISTINCT user_id AS user FROM auction_bids WHERE work_id = ${id} AND user_id IS NOT NULL`)
      if (bidders.length > 0)
        await publishEvent(within, { users: bidders.map(({ user }) => user) }, { topic: 'bids', id })
      for (const { user } of bidders) await tellWithdrawn(within, { work: id, user, reason })
      await writeAudit(within, {
        action: 'withdraw',
        entity: 'works',
        entityId: id,
        summary: row.title.ko,
        after: { reason },
      })
      return answer
    }),

  async published(context, { query }) {
    context.tag('auction')
    const where = and(
      isPublic,
      query.program ? eq(auctionWorks.program, query.program) : undefined,
      query.hall ? eq(auctionWorks.hall, query.hall) : undefined,
      isByAuthor(query.author),
      query.q ? containsWords(publicWords, query.q) : undefined,
    )
    const order = [desc(auctionPrograms.startsAt), asc(auctionWorks.lot), asc(auctionWorks.id)]
    const { found, ...paging } = await pageOf(context, query, where, order)
    return { works: await presentWorks(context, found), ...paging }
  },

  async open(context, { params }) {
    context.tag('auction')
    const found = await findPublicWork(context, params.id)
    const { work } = found
    const [line] = await presentWorks(context, [found])
    if (!line) throw new AppError('not_found')
    const pictures = await findFiles(context, work.pictures)
    const beside = async (is: SQL, order: SQL) => {
      const [next] = await selectWorks(context)
        .where(and(eq(auctionWorks.program, work.program), isPublic, is))
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
      beside(sql`${auctionWorks.lot} < ${work.lot}`, desc(auctionWorks.lot)),
      beside(sql`${auctionWorks.lot} > ${work.lot}`, asc(auctionWorks.lot)),
    ])
    return {
      work: {
        ...line,
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
    await findProgram(context, params.id)
    return lotsWhere(context, sql`work.program_id = ${params.id}::uuid AND work.state <> 'draft'`)
  },

  lot: (context, { params }) => lotOf(context, params.id),

  async results(context, { query }) {
    const where = and(
      isPublic,
      query.state
        ? eq(auctionWorks.state, query.state)
        : or(eq(auctionWorks.state, 'sold'), eq(auctionWorks.state, 'passed')),
      query.program ? eq(auctionWorks.program, query.program) : undefined,
      isByAuthor(query.author),
      query.q ? containsWords(publicWords, query.q) : undefined,
    )
    const { found, ...paging } = await pageOf(context, query, where, [
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
