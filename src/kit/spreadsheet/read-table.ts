import { AppError } from '../errors.ts'
import { type Locale, locales } from '../locale.ts'
import type { UploadedFile } from '../server/context.ts'
import { readExcel } from './read-workbook.ts'

/** Returns a column heading in a language. */
export type SheetHeading = (inputs: Record<never, never>, options: { locale: Locale }) => string

export interface SheetRow<Column extends string> {
  /** Row number as shown in the spreadsheet: the headings are row 1. */
  row: number
  cells: Record<Column, string>
}

interface SheetTable<Column extends string> {
  columns: readonly Column[]
  headings: Record<Column, SheetHeading>
  /** Required columns; a file that lacks one is the wrong sheet. */
  needed: readonly NoInfer<Column>[]
  /** Maximum number of rows per file. */
  maxRows: number
  /** Code of the message for an unreadable file; prefix of the codes with `_heads`, `_long` and `_rows`. */
  code: string
}

/**
 * Returns the non-empty rows of an uploaded Excel file. Columns are identified by their key or by their heading in any
 * language, in any order. Throws `invalid` for the field `file`.
 */
export const readTable = async <Column extends string>(
  sent: UploadedFile | undefined,
  { columns, headings, needed, maxRows, code }: SheetTable<Column>,
): Promise<SheetRow<Column>[]> => {
  const invalidFile = (why: string) => new AppError('invalid', { fields: { file: why } })
  if (!sent) throw invalidFile('required')
  const table = await readExcel(sent.path)
  if (!table) throw invalidFile(code)
  const [head = [], ...body] = table
  const titles = head.map((title) => title.toLowerCase())
  const placeOf = (column: Column) => {
    const names = [column, ...locales.map((locale) => headings[column]({}, { locale }))].map((name) =>
      name.toLowerCase(),
    )
    return titles.findIndex((title) => names.includes(title))
  }
  const places = columns.map((column) => [column, placeOf(column)] as const)
  if (places.some(([column, place]) => place === -1 && needed.includes(column))) throw invalidFile(`${code}_heads`)
  const rows = body
    .map((cells, index) => ({
      row: index + 2,
      cells: Object.fromEntries(places.map(([column, place]) => [column, cells[place] ?? ''])) as Record<
        Column,
        string
      >,
    }))
    .filter(({ cells }) => Object.values(cells).some((cell) => cell !== ''))
  if (rows.length > maxRows) throw invalidFile(`${code}_long`)
  if (rows.length === 0) throw invalidFile(`${code}_rows`)
  return rows
}
