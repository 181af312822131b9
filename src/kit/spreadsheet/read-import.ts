import { AppError } from '../errors.ts'
import { fieldMessage } from '../issue-messages.ts'
import type { Context, UploadedFile } from '../server/context.ts'
import { bodyOf, type ChosenLayout, chooseLayout, headsOf, searchedRows } from './choose-layout.ts'
import type { CheckedSheet, SheetChoice, SheetFault, SheetLayout } from './import-contract.ts'
import { columnNames, type ImportDefinition, requiredColumns } from './import-definition.ts'
import { readSpreadsheet } from './read-spreadsheet.ts'
import { type SheetData, SheetFileRefused } from './sheet-data.ts'

export interface ImportRow<Column extends string> {
  /** Row number as shown in the spreadsheet. */
  row: number
  cells: Record<Column, string>
}

export interface ReadImport<Column extends string> {
  layout: SheetLayout<Column>
  rows: ImportRow<Column>[]
  /** Code of the reason why the table cannot be imported. */
  problem: string | null
  /** Cells with an error of the spreadsheet, or with a formula without its result. */
  faults: SheetFault<Column>[]
}

/** Characters of a faulty cell, rows of a preview and faults that are shown. */
const shownCharacters = 100
const shownRows = 20
const shownFaults = 500
const shownColumns = 40

const shorten = (text: string): string => text.slice(0, shownCharacters)

/** Describes a cell that cannot be imported. */
export const cellFault = <Column extends string>(
  { row, cells }: ImportRow<Column>,
  column: Column,
  message: string,
): SheetFault<Column> => ({ row, column, value: shorten(cells[column]), message })

const presentLayout = <Column extends string>(
  context: Context,
  sheets: readonly SheetData[],
  { sheet, head, columns }: ChosenLayout<Column>,
  missing: Column[],
  problem: string | null,
): SheetLayout<Column> => {
  const chosen = sheets[sheet]
  const heads = headsOf(chosen, head)
  const body = bodyOf(chosen, head)
  // One pass: searching the whole sheet for each of 256 columns would block the server.
  const samples: string[] = []
  for (const { cells } of body) for (const [column, cell] of cells.entries()) samples[column] ||= cell
  return {
    sheets: sheets.map(({ name, isHidden, rows: all }) => ({ name, isHidden, rows: all.length })),
    sheet,
    head,
    top: (chosen?.rows ?? [])
      .slice(0, searchedRows)
      .map(({ row, cells }) => ({ row, cells: cells.slice(0, shownColumns).map(shorten) })),
    heads: Array.from({ length: Math.max(heads.length, samples.length) }, (_, column) => ({
      column,
      text: shorten(heads[column] ?? ''),
      sample: shorten(samples[column] ?? ''),
    })).filter(({ text, sample }) => text !== '' || sample !== ''),
    columns,
    missing,
    notice: problem && fieldMessage(problem, context.locale),
  }
}

const findProblem = <Column extends string>(
  missing: readonly Column[],
  rows: number,
  { maxRows, tooLong }: ImportDefinition<Column>,
): string | null => {
  if (missing.length > 0) return 'sheet_heads'
  if (rows === 0) return 'sheet_empty'
  return rows > maxRows ? tooLong : null
}

const readFileSheets = async (uploaded: UploadedFile | undefined): Promise<SheetData[]> => {
  if (!uploaded) throw new AppError('invalid', { fields: { file: 'required' } })
  try {
    return await readSpreadsheet(uploaded.path, uploaded.name)
  } catch (error) {
    if (error instanceof SheetFileRefused) throw new AppError('invalid', { fields: { file: error.fault } })
    throw error
  }
}

/**
 * Reads an uploaded spreadsheet by the definition of its import and the choices of a person. A table that cannot be
 * imported has a `notice` and no rows, so that the person can choose differently. Throws `invalid` for the field `file`
 * if the file itself cannot be read.
 */
export const readImport = async <Column extends string>(
  context: Context,
  uploaded: UploadedFile | undefined,
  choice: SheetChoice,
  definition: ImportDefinition<Column>,
): Promise<ReadImport<Column>> => {
  const sheets = await readFileSheets(uploaded)
  const chosen = chooseLayout(sheets, choice, definition)
  const names = columnNames(definition)
  const rows: ImportRow<Column>[] = []
  const faults: SheetFault<Column>[] = []
  for (const { row, cells, broken } of bodyOf(sheets[chosen.sheet], chosen.head)) {
    const texts = Object.fromEntries(names.map((name) => [name, cells[chosen.columns[name] ?? -1] ?? '']))
    const line = { row, cells: texts as Record<Column, string> }
    const brokenNames = names.filter((name) => broken.includes(chosen.columns[name] ?? -1))
    if (brokenNames.length === 0 && Object.values(texts).every((text) => text === '')) continue
    rows.push(line)
    for (const name of brokenNames) faults.push(cellFault(line, name, fieldMessage('sheet_cell', context.locale)))
  }
  const missing = requiredColumns(definition).filter((name) => chosen.columns[name] === null)
  const problem = findProblem(missing, rows.length, definition)
  const layout = presentLayout(context, sheets, chosen, missing, problem)
  return problem === null ? { layout, rows, faults, problem } : { layout, rows: [], faults: [], problem }
}

/** Throws `invalid` for the field `file` if a row or the whole table cannot be imported. */
export const refuseFaulty = <Column extends string>(
  { problem }: ReadImport<Column>,
  faults: readonly unknown[],
): void => {
  if (problem) throw new AppError('invalid', { fields: { file: problem } })
  if (faults.length > 0) throw new AppError('invalid', { fields: { file: 'sheet_rows' } })
}

/** Presents a checked sheet: one fault per cell, in the order of the rows. */
export const presentChecked = <Column extends string>(
  { layout, rows, faults: brokenCells }: ReadImport<Column>,
  faults: readonly SheetFault<Column>[],
  noteOf: (row: ImportRow<Column>) => string = () => '',
): CheckedSheet<Column> => {
  const byCell = new Map<string, SheetFault<Column>>()
  for (const fault of [...brokenCells, ...faults]) {
    const key = `${fault.row} ${fault.column}`
    if (!byCell.has(key)) byCell.set(key, fault)
  }
  const all = [...byCell.values()].toSorted((a, b) => a.row - b.row)
  return {
    layout,
    rows: rows.length - new Set(all.map(({ row }) => row)).size,
    preview: rows.slice(0, shownRows).map((row) => ({
      row: row.row,
      cells: Object.fromEntries(
        Object.entries<string>(row.cells).map(([name, text]) => [name, shorten(text)]),
      ) as Partial<Record<Column, string>>,
      note: noteOf(row),
    })),
    faults: all.slice(0, shownFaults),
  } as CheckedSheet<Column>
}
