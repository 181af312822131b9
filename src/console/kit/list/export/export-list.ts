import { workbookText } from '#kit/spreadsheet/workbook-text.ts'
import { m } from '#messages/messages.js'
import { seoulCell, seoulMinute } from '../../parts/time/seoul-time.ts'
import type { CellValue, Column } from '../columns/column-layout.ts'

export interface Sheet {
  heads: string[]
  rows: CellValue[][]
}

/** Converts the columns of a list to a sheet; the heading of a time column names the time zone. */
export const toSheet = <Item>(
  columns: readonly Pick<Column<Item, never, never>, 'title' | 'value' | 'exportValue' | 'hasTimes'>[],
  records: readonly Item[],
): Sheet => {
  const rows = records.map((record) => columns.map(({ value, exportValue = value }) => exportValue(record)))
  const hasTimes = (column: number) => rows.some((row) => row[column] instanceof Date)
  return {
    heads: columns.map(({ title, hasTimes: zoned }, column) =>
      zoned || hasTimes(column) ? m.list_export_seoul({ title }) : title,
    ),
    rows,
  }
}

/**
 * Prevents CSV injection (OWASP): prefixes text that starts with = + - @, a tab or a line break with an apostrophe.
 * Full-width signs count too, because some spreadsheets convert them. Numbers are written as numbers and are not
 * affected.
 */
export const escapeFormula = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/u.test(text) ? `'${text}` : text)

const asText = (value: CellValue): string => {
  if (value === null) return ''
  if (typeof value === 'string') return escapeFormula(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (value instanceof Date) return seoulMinute(value)
  return String(value)
}

/** CSV (RFC 4180) with a UTF-8 byte order mark; without it Excel garbles Korean. */
export const toCsv = ({ heads, rows }: Sheet): string => {
  const line = (cells: CellValue[]) => cells.map((cell) => quoted(asText(cell))).join(',')
  return `\uFEFF${[heads, ...rows].map(line).join('\r\n')}\r\n`
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Excel workbook with one sheet and a frozen header row. The writer is loaded on first use. */
export const toExcel = async ({ heads, rows }: Sheet, name: string): Promise<Blob> => {
  const { default: write } = await import('write-excel-file/browser')
  const head = heads.map((value) => ({ value: workbookText(escapeFormula(value)), fontWeight: 'bold' as const }))
  const body = rows.map((cells) =>
    cells.map((cell) => {
      if (cell instanceof Date) return { value: seoulCell(cell), type: Date, format: 'yyyy-mm-dd hh:mm' }
      return typeof cell === 'string' ? workbookText(escapeFormula(cell)) : cell
    }),
  )
  const widths = heads.map((title, column) => ({
    width: Math.min(60, Math.max(10, ...[title, ...rows.map((row) => asText(row[column] ?? null))].map(cellWidth))),
  }))
  return write([head, ...body], {
    sheet: name.slice(0, 31).replace(/[\\/?*[\]:]/g, ' '),
    columns: widths,
    stickyRowsCount: 1,
  }).toBlob()
}

/** Width in characters; Korean and Chinese characters count twice. */
const cellWidth = (text: string): number => [...text].reduce((sum, letter) => sum + (letter > '\u2E7F' ? 2 : 1.1), 2)

/** Starts a download. */
export const saveFile = (content: Blob | string, name: string, type: string): void => {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // Firefox reads the address only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
