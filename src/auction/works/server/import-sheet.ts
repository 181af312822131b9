import { desc, eq, sql } from 'drizzle-orm'
import { lockLots } from '#auction/auctions/server/find-auctions.ts'
import { auctionsTable } from '#auction/auctions/table.ts'
import { auctionAuthors } from '#auction/authors/table.ts'
import { auctionConsignors } from '#auction/consignors/table.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf, safeName } from '#kit/files/media-library.ts'
import { files } from '#kit/files/table.ts'
import { fieldMessage, issueMessage } from '#kit/issue-messages.ts'
import type { Context, UploadedFile } from '#kit/server/context.ts'
import { readTable } from '#kit/spreadsheet/read-table.ts'
import { WorkInput } from '../contract.ts'
import { headings } from '../contract-sheet.ts'
import {
  maxImportedWorks,
  normalizeName,
  parseNumberCell,
  parsePictureNames,
  type SheetColumn,
  sheetColumns,
} from '../rules-sheet.ts'
import { auctionWorks } from '../table.ts'

interface Fault {
  row: number
  column: SheetColumn
  message: string
}
interface CheckedWork {
  row: number
  input: WorkInput
  author: string
}

const wrong = (code: string) => new AppError('invalid', { fields: { file: code } })

const importedTable = {
  columns: sheetColumns,
  headings,
  needed: ['title', 'startPrice'],
  most: maxImportedWorks,
  code: 'work_sheet',
} as const

/** Returns the latest picture of the library for each requested name. */
const picturesByName = async (context: Context, names: readonly string[]): Promise<Map<string, string>> => {
  const keys = [...new Set(names.map((name) => normalizeName(safeName(name))))]
  if (keys.length === 0) return new Map()
  const found = await context.database
    .select({ id: files.id, name: files.name })
    .from(files)
    .where(sql`${files.kind} = 'picture' AND lower(normalize(${files.name}, NFC)) = ANY (${sql.param(keys)}::text[])`)
    .orderBy(desc(files.createdAt), desc(files.id))
  const byName = new Map<string, string>()
  for (const { id, name } of found) if (!byName.has(normalizeName(name))) byName.set(normalizeName(name), id)
  return byName
}

/** Maps every name that a cell may use to its id. */
const namesOf = (rows: readonly { id: string; names: (string | undefined)[] }[]): Map<string, string> =>
  new Map(rows.flatMap(({ id, names }) => names.flatMap((name) => (name ? [[normalizeName(name), id] as const] : []))))

const knownOf = async (context: Context, program: typeof auctionsTable.$inferSelect) => {
  const [authors, consignors] = await Promise.all([
    context.database
      .select({ id: auctionAuthors.id, key: auctionAuthors.key, name: auctionAuthors.name })
      .from(auctionAuthors),
    context.database.select({ id: auctionConsignors.id, name: auctionConsignors.name }).from(auctionConsignors),
  ])
  return {
    author: namesOf(authors.map(({ id, key, name }) => ({ id, names: [name.cn, name.en, name.ko, key] }))),
    consignor: namesOf(consignors.map(({ id, name }) => ({ id, names: [name] }))),
    hall: namesOf(program.halls.map(({ _id, name }) => ({ id: _id, names: [name.cn, name.en, name.ko] }))),
  }
}

const textsOf = (ko: string, en: string, cn: string) => ({ ...(ko && { ko }), ...(en && { en }), ...(cn && { cn }) })

/** Returns the column of a form field. */
const columnOf = ([first, second]: readonly PropertyKey[]): SheetColumn => {
  const language = second === 'en' ? 'En' : second === 'cn' ? 'Cn' : ''
  return sheetColumns.find((column) => column === `${String(first)}${language}` || column === first) ?? 'title'
}

const figures = ['width', 'height', 'depth', 'estimateLow', 'estimateHigh', 'startPrice', 'reserve'] as const

const findProgram = async (context: Context, id: string) => {
  const [program] = await context.database.select().from(auctionsTable).where(eq(auctionsTable.id, id))
  if (!program) throw new AppError('not_found')
  return program
}

/** Reads an Excel file; returns the works that can be imported and all faults. */
const readWorks = async (context: Context, id: string, sent: UploadedFile | undefined) => {
  const program = await findProgram(context, id)
  const table = await readTable(sent, importedTable)
  const { locale } = context
  const [known, pictures] = await Promise.all([
    knownOf(context, program),
    picturesByName(
      context,
      table.flatMap(({ cells }) => parsePictureNames(cells.pictures)),
    ),
  ])
  const faults: Fault[] = []
  const works: CheckedWork[] = []
  for (const { row, cells } of table) {
    const before = faults.length
    const fault = (column: SheetColumn, code: string) =>
      faults.push({ row, column, message: fieldMessage(code, locale) })
    const named = (column: 'author' | 'consignor' | 'hall') => {
      if (cells[column] === '') return null
      const found = known[column].get(normalizeName(cells[column]))
      if (!found) fault(column, 'work_sheet_unknown')
      return found ?? null
    }
    const sums = Object.fromEntries(figures.map((column) => [column, parseNumberCell(cells[column])]))
    for (const column of figures) if (Number.isNaN(sums[column])) fault(column, 'work_sheet_figure')
    if (sums.startPrice === null) fault('startPrice', 'required')
    const hung = parsePictureNames(cells.pictures).map((name) => pictures.get(normalizeName(safeName(name))))
    if (hung.includes(undefined)) fault('pictures', 'work_sheet_picture')
    const parsed = WorkInput.safeParse({
      program: id,
      author: named('author'),
      consignor: named('consignor'),
      hall: named('hall'),
      title: textsOf(cells.title, cells.titleEn, cells.titleCn),
      medium: textsOf(cells.medium, cells.mediumEn, cells.mediumCn),
      made: cells.made,
      ...Object.fromEntries(figures.map((column) => [column, Number.isNaN(sums[column]) ? null : sums[column]])),
      // A placeholder, so that a missing start price is not reported twice.
      startPrice: sums.startPrice === null || Number.isNaN(sums.startPrice) ? 1 : sums.startPrice,
      pictures: hung.filter((picture) => picture !== undefined),
      note: textsOf(cells.note, '', ''),
      provenance: textsOf(cells.provenance, '', ''),
      condition: textsOf(cells.condition, '', ''),
    })
    if (!parsed.success) {
      for (const issue of parsed.error.issues)
        faults.push({ row, column: columnOf(issue.path), message: issueMessage(issue, locale) })
      continue
    }
    const input = parsed.data
    if (input.estimateLow && input.estimateHigh && input.estimateHigh < input.estimateLow)
      fault('estimateHigh', 'work_estimate')
    if (input.reserve && sums.startPrice && input.reserve < input.startPrice) fault('reserve', 'work_reserve')
    if (faults.length === before) works.push({ row, input, author: cells.author })
  }
  return { program, works, faults: faults.slice(0, 500) }
}

/** Previews the import of an Excel file: works and faults. */
export const checkSheet = async (context: Context, id: string, sent: UploadedFile | undefined) => {
  const { works, faults } = await readWorks(context, id, sent)
  const found = await findFiles(
    context,
    works.flatMap(({ input }) => input.pictures),
  )
  return {
    works: works.map(({ row, input, author }) => ({
      row,
      title: input.title.ko,
      author,
      startPrice: input.startPrice,
      pictures: input.pictures.flatMap((picture) => pictureOf(found, picture) ?? []),
    })),
    faults,
  }
}

/** Imports all works of an Excel file in one transaction. Throws `invalid` if any of them has a fault. */
export const importSheet = async (
  context: Context,
  id: string,
  sent: UploadedFile | undefined,
): Promise<{ imported: number }> => {
  const { program, works, faults } = await readWorks(context, id, sent)
  if (faults.length > 0) throw wrong('work_sheet_rows')
  await context.transaction(async (within) => {
    await lockLots(within, id)
    // Locked until the commit, as for a single work: concurrent imports get different lot numbers.
    await within.database
      .select({ id: auctionsTable.id })
      .from(auctionsTable)
      .where(eq(auctionsTable.id, id))
      .for('no key update')
    const now = within.now()
    const { rows } = await within.database.execute<{ last: number }>(
      sql`SELECT coalesce(max(lot), 0)::int AS last FROM auction_works WHERE program_id = ${id}`,
    )
    const last = rows[0]?.last ?? 0
    await within.database.insert(auctionWorks).values(
      works.map(({ input }, index) => ({
        ...input,
        id: within.newId(),
        createdAt: now,
        updatedAt: now,
        lot: last + index + 1,
      })),
    )
    await within.database.execute(sql`SELECT open_lots(id) FROM auction_programs WHERE id = ${id} AND visible`)
    await writeAudit(within, {
      action: 'import',
      entity: 'works',
      summary: program.title.ko,
      after: { works: works.length, firstLot: last + 1 },
    })
  })
  return { imported: works.length }
}
