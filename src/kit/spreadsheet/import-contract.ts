import { z } from 'zod'
import { m } from '#messages/messages.js'
import { fieldMessages } from '../issue-messages.ts'
import { columnNames, type ImportDefinition } from './import-definition.ts'

fieldMessages({
  sheet_kind: m.field_sheet_kind,
  sheet_old: m.field_sheet_old,
  sheet_locked: m.field_sheet_locked,
  sheet_large: m.field_sheet_large,
  sheet_quote: m.field_sheet_quote,
  sheet_broken: m.field_sheet_broken,
  sheet_empty: m.field_sheet_empty,
  sheet_heads: m.field_sheet_heads,
  sheet_cell: m.field_sheet_cell,
  sheet_rows: m.field_sheet_rows,
})

/** Upload of every import. */
export const sheetUpload = { field: 'file', kinds: ['document'], maxBytes: 5 * 1024 ** 2, maxFiles: 1 } as const

/** Where the table is in the file, as chosen by a person; what is missing is guessed. */
export const SheetChoice = z.strictObject({
  sheet: z.coerce.number().int().min(0).max(99).optional().describe('Index of the sheet'),
  head: z.coerce.number().int().min(1).max(1_048_576).optional().describe('Row number of the headings'),
  columns: z
    .string()
    .max(1000)
    .regex(/^(?:[A-Za-z]+:\d{0,3}(?:,|$))+$/)
    .optional()
    .describe('Columns of the file by field: `name:0,phone:3`; a field without a number is not imported'),
})
export type SheetChoice = z.output<typeof SheetChoice>

/** Parses the columns of a choice. */
export const parseColumns = (columns: string | undefined): Map<string, number | null> | null =>
  columns === undefined
    ? null
    : new Map(
        columns
          .split(',')
          .filter(Boolean)
          .map((part) => {
            const [name = '', column = ''] = part.split(':')
            return [name, column === '' ? null : Number(column)]
          }),
      )

export const formatColumns = (columns: Readonly<Record<string, number | null>>): string =>
  Object.entries(columns)
    .map(([name, column]) => `${name}:${column ?? ''}`)
    .join(',')

const Cell = z.string()

const layoutOf = <Column extends string>(names: readonly Column[]) =>
  z.object({
    sheets: z.array(z.object({ name: z.string(), isHidden: z.boolean(), rows: z.number().int() })),
    sheet: z.number().int(),
    head: z.number().int().describe('Row number of the headings'),
    top: z
      .array(z.object({ row: z.number().int(), cells: z.array(Cell) }))
      .describe('First rows of the sheet, shortened, to choose the headings from'),
    heads: z
      .array(z.object({ column: z.number().int(), text: z.string(), sample: z.string() }))
      .describe('Columns of the sheet with their heading and first value'),
    columns: z.partialRecord(z.enum(names), z.number().int().nullable()),
    missing: z.array(z.enum(names)).describe('Required fields without a column'),
    notice: z.string().nullable().describe('Why this table cannot be imported'),
  })
export type SheetLayout<Column extends string = string> = z.output<ReturnType<typeof layoutOf<Column>>>

/** Answer of a check: where the table was found, its first rows as they are read, and the faults of all rows. */
export const checkedSheet = <Column extends string>(definition: ImportDefinition<Column>) => {
  const names = columnNames(definition)
  return z.object({
    layout: layoutOf(names),
    rows: z.number().int().describe('Rows that can be imported'),
    preview: z
      .array(z.object({ row: z.number().int(), cells: z.partialRecord(z.enum(names), Cell), note: z.string() }))
      .describe('First rows; `note` says what the import does with the row, if not all are treated alike'),
    faults: z
      .array(
        z.object({
          row: z.number().int().describe('Row number of the spreadsheet'),
          column: z.enum(names),
          value: z.string().describe('Beginning of what the cell holds'),
          message: z.string(),
        }),
      )
      .describe('The first 500'),
  })
}
export type CheckedSheet<Column extends string = string> = z.output<ReturnType<typeof checkedSheet<Column>>>
export type SheetFault<Column extends string = string> = CheckedSheet<Column>['faults'][number]
