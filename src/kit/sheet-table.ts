import { AppError } from './errors.ts'
import { type Locale, locales } from './locale.ts'
import type { UploadedFile } from './server/context.ts'
import { readExcel } from './sheet-reader.ts'

/** What a column is called in each language. */
export type SheetHeading = (inputs: Record<never, never>, options: { locale: Locale }) => string

export interface SheetRow<Column extends string> {
  /** As the spreadsheet counts: the headings are row 1. */
  row: number
  cells: Record<Column, string>
}

interface SheetTable<Column extends string> {
  columns: readonly Column[]
  headings: Record<Column, SheetHeading>
  /** A file without one of these is another sheet. */
  needed: readonly NoInfer<Column>[]
  /** Rows of one file. */
  most: number
  /** Codes of the messages: this one for a file that cannot be read, and with `_heads`, `_long` and `_rows` at its end. */
  code: string
}

/**
 * The rows of a sent Excel file that are not empty. Columns are known by their key or by their heading in any of the
 * languages, in any order. Throws `invalid` at `file`.
 */
export const readTable = async <Column extends string>(
  sent: UploadedFile | undefined,
  { columns, headings, needed, most, code }: SheetTable<Column>,
): Promise<SheetRow<Column>[]> => {
  const wrong = (why: string) => new AppError('invalid', { fields: { file: why } })
  if (!sent) throw wrong('required')
  const table = await readExcel(sent.path)
  if (!table) throw wrong(code)
  const [head = [], ...body] = table
  const titles = head.map((title) => title.toLowerCase())
  const placeOf = (column: Column) => {
    const names = [column, ...locales.map((locale) => headings[column]({}, { locale }))].map((name) =>
      name.toLowerCase(),
    )
    return titles.findIndex((title) => names.includes(title))
  }
  const places = columns.map((column) => [column, placeOf(column)] as const)
  if (places.some(([column, place]) => place === -1 && needed.includes(column))) throw wrong(`${code}_heads`)
  const rows = body
    .map((cells, index) => ({
      row: index + 2,
      cells: Object.fromEntries(places.map(([column, place]) => [column, cells[place] ?? ''])) as Record<
        Column,
        string
      >,
    }))
    .filter(({ cells }) => Object.values(cells).some((cell) => cell !== ''))
  if (rows.length > most) throw wrong(`${code}_long`)
  if (rows.length === 0) throw wrong(`${code}_rows`)
  return rows
}
