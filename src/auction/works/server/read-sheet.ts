import { desc, sql } from 'drizzle-orm'
import { findAuction } from '#auction/auctions/server/find-auctions.ts'
import type { AuctionRow } from '#auction/auctions/table.ts'
import { auctionAuthors } from '#auction/authors/table.ts'
import { auctionConsignors } from '#auction/consignors/table.ts'
import { safeName } from '#kit/files/media-library.ts'
import { files } from '#kit/files/table.ts'
import { fieldMessage, issueMessage } from '#kit/issue-messages.ts'
import type { Context, UploadedFile } from '#kit/server/context.ts'
import type { SheetChoice, SheetFault } from '#kit/spreadsheet/import-contract.ts'
import { cellFault, type ReadImport, readImport } from '#kit/spreadsheet/read-import.ts'
import { WorkInput } from '../contract.ts'
import { columns, type SheetColumn, sheetColumns, workImport } from '../contract-sheet.ts'
import { checkPrices } from '../rules.ts'
import { normalizeName, parseNumberCell, parsePictureNames } from '../rules-sheet.ts'

interface CheckedWork {
  row: number
  input: WorkInput
  author: string
}

/** Returns the latest picture of the library for each requested name. */
const findPictures = async (context: Context, names: readonly string[]): Promise<Map<string, string>> => {
  const normalized = [...new Set(names.map((name) => normalizeName(safeName(name))))]
  if (normalized.length === 0) return new Map()
  const found = await context.database
    .select({ id: files.id, name: files.name })
    .from(files)
    .where(
      sql`${files.kind} = 'picture' AND lower(normalize(${files.name}, NFC)) = ANY (${sql.param(normalized)}::text[])`,
    )
    .orderBy(desc(files.createdAt), desc(files.id))
  const byName = new Map<string, string>()
  for (const { id, name } of found) if (!byName.has(normalizeName(name))) byName.set(normalizeName(name), id)
  return byName
}

/** Maps every name of a record to its id. */
const mapNames = (rows: readonly { id: string; names: (string | undefined)[] }[]): Map<string, string> =>
  new Map(rows.flatMap(({ id, names }) => names.flatMap((name) => (name ? [[normalizeName(name), id] as const] : []))))

/** Ids of the records that a cell may name, by column. */
const readNames = async (context: Context, auction: AuctionRow) => {
  const [authors, consignors] = await Promise.all([
    context.database
      .select({ id: auctionAuthors.id, key: auctionAuthors.key, name: auctionAuthors.name })
      .from(auctionAuthors),
    context.database.select({ id: auctionConsignors.id, name: auctionConsignors.name }).from(auctionConsignors),
  ])
  return {
    author: mapNames(authors.map(({ id, key, name }) => ({ id, names: [name.cn, name.en, name.ko, key] }))),
    consignor: mapNames(consignors.map(({ id, name }) => ({ id, names: [name] }))),
    hall: mapNames(auction.halls.map(({ _id, name }) => ({ id: _id, names: [name.cn, name.en, name.ko] }))),
  }
}

/** Returns the column that fills a field, in the language of a translated one. */
const findColumn = ([field, locale]: readonly PropertyKey[]): SheetColumn => {
  const candidates = sheetColumns.filter((name) => columns[name].field === field)
  return (
    candidates.find((name) => 'locale' in columns[name] && columns[name].locale === locale) ?? candidates[0] ?? 'title'
  )
}

interface ReadWorks {
  auction: AuctionRow
  table: ReadImport<SheetColumn>
  works: CheckedWork[]
  faults: SheetFault<SheetColumn>[]
}

/** Reads an Excel file; returns the works that can be imported and all faults. */
export const readSheet = async (
  context: Context,
  id: string,
  sent: UploadedFile | undefined,
  choice: SheetChoice,
): Promise<ReadWorks> => {
  const auction = await findAuction(context, id)
  const table = await readImport(context, sent, choice, workImport)
  const { locale } = context
  const [names, pictures] = await Promise.all([
    readNames(context, auction),
    findPictures(
      context,
      table.rows.flatMap(({ cells }) => parsePictureNames(cells.pictures)),
    ),
  ])
  const faults = [...table.faults]
  const brokenRows = new Set(faults.map(({ row }) => row))
  const works: CheckedWork[] = []
  for (const line of table.rows) {
    const { row, cells } = line
    const rowFaults = new Map<SheetColumn, string>()
    const input: Record<string, unknown> = { program: id }
    for (const name of sheetColumns) {
      const column = columns[name]
      const cell = cells[name]
      if (column.kind === 'pictures') {
        const found = parsePictureNames(cell).map((picture) => pictures.get(normalizeName(safeName(picture))))
        if (found.includes(undefined)) rowFaults.set(name, fieldMessage('work_sheet_picture', locale))
        input.pictures = found.filter((picture) => picture !== undefined)
      } else if ('locale' in column) {
        input[column.field] = { ...(input[column.field] as object), ...(cell && { [column.locale]: cell }) }
      } else if (column.kind === 'text') {
        input[column.field] = cell
      } else if (cell !== '' && column.kind === 'number') {
        const number = parseNumberCell(cell)
        if (Number.isNaN(number)) rowFaults.set(name, fieldMessage('work_sheet_figure', locale))
        else input[column.field] = number
      } else if (cell !== '' && column.kind === 'name') {
        input[column.field] = names[column.field].get(normalizeName(cell))
        if (!input[column.field]) rowFaults.set(name, fieldMessage('work_sheet_unknown', locale))
      }
    }
    const parsed = WorkInput.safeParse(input)
    for (const issue of parsed.error?.issues ?? []) {
      const name = findColumn(issue.path)
      // A cell that could not be read is missing here; its fault is already noted.
      if (!rowFaults.has(name)) rowFaults.set(name, issueMessage(issue, locale))
    }
    if (parsed.success)
      for (const [field, code] of Object.entries(checkPrices(parsed.data)))
        rowFaults.set(findColumn([field]), fieldMessage(code, locale))
    if (parsed.success && rowFaults.size === 0 && !brokenRows.has(row))
      works.push({ row, input: parsed.data, author: cells.author })
    for (const column of sheetColumns) {
      const message = rowFaults.get(column)
      if (message !== undefined) faults.push(cellFault(line, column, message))
    }
  }
  return { auction, table, works, faults }
}
