import { headingKey } from './clean-cell.ts'
import { parseColumns, type SheetChoice } from './import-contract.ts'
import { columnNames, headingKeys, type ImportDefinition, requiredColumns } from './import-definition.ts'
import type { DataRow, SheetData } from './sheet-data.ts'

type Mapping<Column extends string> = Record<Column, number | null>

export interface ChosenLayout<Column extends string> {
  sheet: number
  head: number
  columns: Mapping<Column>
}

/** Rows in which headings are searched; a title and notes may stand above them. */
export const searchedRows = 30

const withoutRemarks = (text: string): string => text.replace(/[(（[［][^)）\]］]*[)）\]］]/g, '')

/** Maps fields to the columns whose headings name them: exactly, else without remarks in brackets (`회사명 (필수)`). */
export const mapColumns = <Column extends string>(
  heads: readonly string[],
  definition: ImportDefinition<Column>,
): Mapping<Column> => {
  const names = columnNames(definition)
  const mapping = Object.fromEntries(names.map((name) => [name, null])) as Mapping<Column>
  const used = new Set<number>()
  for (const simplify of [(text: string) => text, withoutRemarks]) {
    const keys = heads.map((head) => headingKey(simplify(head)))
    for (const name of names) {
      if (mapping[name] !== null) continue
      const wanted = headingKeys(name, definition.columns[name])
      const column = keys.findIndex((key, index) => key !== '' && !used.has(index) && wanted.includes(key))
      if (column < 0) continue
      mapping[name] = column
      used.add(column)
    }
  }
  return mapping
}

const mappedCount = <Column extends string>(mapping: Mapping<Column>, required: readonly Column[]): number =>
  Object.values(mapping).filter((column) => column !== null).length +
  required.filter((name) => mapping[name] !== null).length * 2

/** Returns the row of a sheet whose cells name most fields, with that number; without any, the first table-like row. */
const findHead = <Column extends string>(
  { rows }: SheetData,
  definition: ImportDefinition<Column>,
): { head: number; score: number } => {
  const required = requiredColumns(definition)
  const scores = rows.slice(0, searchedRows).map(({ row, cells }) => ({
    head: row,
    score: mappedCount(mapColumns(cells, definition), required),
  }))
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one), { head: 0, score: 0 })
  if (best.score > 0) return best
  const first = rows.find(({ cells }) => cells.filter((cell) => cell !== '').length > 1) ?? rows[0]
  return { head: first?.row ?? 1, score: 0 }
}

/** Chooses sheet, heading row and columns: as a person chose them, else by the headings, visible sheets first. */
export const chooseLayout = <Column extends string>(
  sheets: readonly SheetData[],
  choice: SheetChoice,
  definition: ImportDefinition<Column>,
): ChosenLayout<Column> => {
  const all = sheets.map((sheet, index) => ({ sheet, index }))
  const asked = all.filter(({ index }) => index === choice.sheet)
  // Searching the headings of a hundred sheets for nothing would block the server.
  const candidates = (asked.length > 0 ? asked : all)
    .map(({ sheet, index }) => ({
      index,
      isHidden: sheet.isHidden,
      isEmpty: sheet.rows.length === 0,
      ...findHead(sheet, definition),
    }))
    .toSorted(
      (a, b) =>
        Number(a.isEmpty) - Number(b.isEmpty) ||
        Number(a.isHidden) - Number(b.isHidden) ||
        b.score - a.score ||
        a.index - b.index,
    )
  const chosen = candidates[0] ?? { index: 0, head: 1 }
  const head = choice.head ?? chosen.head
  const named = headsOf(sheets[chosen.index], head)
  const columns = mapColumns(named, definition)
  const picked = parseColumns(choice.columns)
  if (picked) for (const name of columnNames(definition)) columns[name] = picked.get(name) ?? null
  return { sheet: chosen.index, head, columns }
}

/** Returns the texts of the heading row. */
export const headsOf = (sheet: SheetData | undefined, head: number): string[] =>
  sheet?.rows.find(({ row }) => row === head)?.cells ?? []

/** Returns the rows below the headings. */
export const bodyOf = (sheet: SheetData | undefined, head: number): DataRow[] =>
  sheet?.rows.filter(({ row }) => row > head) ?? []
