import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { lockLots } from '#auction/auctions/server/find-auctions.ts'
import { auctionsTable } from '#auction/auctions/table.ts'
import { auctionAuthors } from '#auction/authors/table.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import { findFiles, pictureOf, requirePicture } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows, toColumns, toRecord } from '#kit/server/records/records.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { works as contract } from '../contract.ts'
import { auctionWorks, type WorkRow } from '../table.ts'
import { publicHandlers, workSearchFields } from './handle-public-works.ts'
import { sendWithdrawnMail } from './send-withdrawn-mail.ts'

const present = async (rows: WorkRow[], context: Context) => {
  const pictures = await findFiles(
    context,
    rows.flatMap((row) => row.pictures),
  )
  // The result also reaches the audit log and the answer to a stale change, which the answer's schema does not filter:
  // staff must not see a maximum bid until the lot is closed.
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
      .select({ id: auctionsTable.id, title: auctionsTable.title })
      .from(auctionsTable)
      .where(inArray(auctionsTable.id, idsOf(rows.map((row) => row.program)))),
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
  words: workSearchFields,
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

/** Maps constraint violations to field errors of the form. */
const withFieldErrors = async <T>(work: () => Promise<T>): Promise<T> => {
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

/** Opens the lots of a visible auction, each with its end by lot number. */
const openLots = (context: Context, program: string) =>
  context.database.execute(sql`SELECT open_lots(id) FROM auction_programs WHERE id = ${program} AND visible`)

export const workHandlers: Handlers<typeof contract> = {
  ...base,

  create: (context, input) =>
    withFieldErrors(() =>
      context.transaction(async (within) => {
        const { program } = input.body
        await lockLots(within, program)
        // Locks the auction, so that two concurrent works get different lot numbers.
        const held = await within.database
          .select({ id: auctionsTable.id })
          .from(auctionsTable)
          .where(eq(auctionsTable.id, program))
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
  update: (context, input) => withFieldErrors(() => base.update(context, input)),
  remove: (context, input) => withFieldErrors(() => base.remove(context, input)),

  order: (context, { params, body }) =>
    withFieldErrors(() =>
      context.transaction(async (within) => {
        const ids = JSON.stringify(body.works)
        await within.database.execute(sql`SET CONSTRAINTS auction_works_lot DEFERRED`)
        // One statement: renumbers only if the auction still has exactly these works.
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
      // A lot whose end has come belongs to its leader, even before it is closed. While the auction is stopped, ends
      // stand still.
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
      for (const { user } of bidders) await sendWithdrawnMail(within, { work: id, user, reason })
      await writeAudit(within, {
        action: 'withdraw',
        entity: 'works',
        entityId: id,
        summary: row.title.ko,
        after: { reason },
      })
      return answer
    }),

  ...publicHandlers,
}
