import { inArray } from 'drizzle-orm'
import { auctionsTable } from '#auction/auctions/table.ts'
import { auctionAuthors } from '#auction/authors/table.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf, requirePicture } from '#kit/files/media-library.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { works as contract, type WorkInput } from '../contract.ts'
import { checkPrices } from '../rules.ts'
import { auctionWorks, type WorkRow } from '../table.ts'
import { addLots } from './add-lots.ts'
import { publicHandlers, workSearchFields } from './handle-public-works.ts'
import { presentWorkLine, type WorkLineRow } from './present-works.ts'
import { reorderLots } from './reorder-lots.ts'
import { withdrawWork } from './withdraw-work.ts'

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

const presentLines = async (rows: (WorkLineRow & Pick<WorkRow, 'author'>)[], context: Context) => {
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
  return rows.map(({ author, ...row }) =>
    presentWorkLine(context, row, {
      program: programs.find(({ id }) => id === row.program),
      author: authors.find(({ id }) => id === author),
      pictures,
    }),
  )
}

const accept = async (body: Partial<WorkInput>, context: Context, current: WorkRow | null) => {
  for (const [index, id] of (body.pictures ?? []).entries()) await requirePicture(context, id, `pictures.${index}`)
  const fields = checkPrices({ ...current, ...body })
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields })
  return body
}

const base = tableHandlers(contract, auctionWorks, {
  words: workSearchFields,
  title: (row) => row.title.ko,
  present,
  presentLines,
  lineColumns: ['program', 'author', 'pictures', 'bids'],
  accept,
})

const constraintErrors: Record<string, ['conflict' | 'invalid', Record<string, string>]> = {
  auction_works_locked: ['conflict', { startPrice: 'work_locked' }],
  auction_works_moved: ['conflict', { program: 'work_moved' }],
  auction_works_hall: ['invalid', { hall: 'work_hall' }],
  auction_works_program_id_fkey: ['invalid', { program: 'choose' }],
  auction_works_consignor_id_fkey: ['invalid', { consignor: 'choose' }],
  auction_works_author_id_fkey: ['invalid', { author: 'choose' }],
}

/** Maps constraint violations to field errors of the form. */
const withFieldErrors = <T>(write: Promise<T>): Promise<T> =>
  write.catch((error: unknown) => {
    const code = constraintErrors[violatedConstraint(error)]
    throw code ? new AppError(code[0], { fields: code[1] }) : error
  })

export const workHandlers: Handlers<typeof contract> = {
  ...base,

  create: (context, input) =>
    withFieldErrors(
      context.transaction(async (within) => {
        const { body } = input
        await accept(body, within, null)
        const [row] = await addLots(within, body.program, [body])
        if (!row) throw new AppError('conflict')
        const { id } = row
        await writeAudit(within, {
          action: 'create',
          entity: 'works',
          entityId: id,
          summary: row.title.ko,
          after: body,
        })
        return base.get(within, { ...input, params: { id }, query: undefined, body: undefined })
      }),
    ),
  update: (context, input) => withFieldErrors(base.update(context, input)),
  remove: (context, input) => withFieldErrors(base.remove(context, input)),

  order: (context, { params, body }) =>
    withFieldErrors(
      context.transaction(async (within) => ({
        works: await presentLines(await reorderLots(within, params.id, body.works), within),
      })),
    ),

  withdraw: (context, input) =>
    context.transaction(async (within) => {
      await withdrawWork(within, input.params.id, input.body.reason)
      return base.get(within, { ...input, query: undefined, body: undefined })
    }),

  ...publicHandlers,
}
