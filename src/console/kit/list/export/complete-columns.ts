import { decodeEntities } from '#kit/text/entities.ts'
import type { CellValue, Column } from '../columns/column-layout.ts'
import { fieldTitles } from './field-titles.ts'

export type ExportColumn<Item> = Pick<Column<Item, never, never>, 'title' | 'value' | 'exportValue' | 'hasTimes'>

/**
 * Fields that no export contains: an id says nothing outside the product, and the last three describe what the person
 * who exports may do.
 */
export const unexportedFields = ['_id', 'isMine', 'mayDecide', 'mayChange']

const isInstant = (text: string) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text)
const toText = (html: string) =>
  decodeEntities(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()

/** Returns a field as a cell: a text in Korean, the name of a person or record, the parts of a list joined. */
export const toCell = (value: unknown): CellValue => {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value === 'string') {
    if (isInstant(value)) return new Date(value)
    return /^\s*</.test(value) ? toText(value) : value
  }
  if (Array.isArray(value))
    return value
      .map((part) => formatPart(part))
      .filter(Boolean)
      .join(', ')
  const record = value as Record<string, unknown>
  const named = record.ko ?? record.name ?? record.title ?? record.username ?? record.number ?? record.url ?? record._id
  return named === undefined
    ? Object.entries(record)
        .map(([key, part]) => `${key} ${formatPart(part)}`)
        .join(', ')
    : toCell(named)
}

const formatPart = (part: unknown): string => {
  const cell = toCell(part)
  return cell instanceof Date ? cell.toISOString() : String(cell ?? '')
}

/** Returns the fields of the records that no column reads. */
const findUnreadFields = <Item extends object>(
  columns: readonly ExportColumn<Item>[],
  records: readonly Item[],
): string[] => {
  const unread = new Set(records.flatMap((record) => Object.keys(record)))
  for (const field of unexportedFields) unread.delete(field)
  for (const record of records) {
    if (unread.size === 0) break
    const watched = new Proxy(record, {
      get: (target, key, receiver) => {
        unread.delete(String(key))
        return Reflect.get(target, key, receiver)
      },
    })
    for (const { value, exportValue = value } of columns) exportValue(watched)
  }
  return [...unread]
}

/**
 * Adds a column for each field of the records that no column reads, so that an export lists all fields of its record. A
 * field without a title is headed by its name in the API.
 */
export const completeColumns = <Item extends object>(
  columns: readonly ExportColumn<Item>[],
  records: readonly Item[],
): ExportColumn<Item>[] => [
  ...columns,
  ...findUnreadFields(columns, records).map((field) => ({
    title: fieldTitles[field]?.() ?? field,
    value: (record: Item) => toCell(record[field as keyof Item]),
  })),
]
