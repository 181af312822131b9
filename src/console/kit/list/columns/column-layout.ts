import type { ReactNode } from 'react'

/**
 * Raw value of a cell: shown unless `cell` renders something else, and exported. Use a `Date` for date and time, never
 * UTC text: lists and exports format it in Seoul time.
 */
export type CellValue = string | number | boolean | Date | null

/** Field that can be edited in the list. `change` returns the fields of the record to update. */
export type InlineEdit<Item, Shape> =
  | {
      kind: 'number'
      label: (record: Item) => string
      min: number
      max: number
      change: (value: number) => Partial<Shape>
    }
  | { kind: 'switch'; label: (record: Item) => string; change: (value: boolean) => Partial<Shape> }
  | {
      kind: 'choice'
      label: (record: Item) => string
      /** Currently selected value, if the column shows its label. */
      current: (record: Item) => string
      options: (record: Item) => { value: string; label: string }[]
      change: (value: string) => Partial<Shape>
    }

export interface Column<Item, Shape, Sort extends string> {
  key: string
  title: string
  value: (record: Item) => CellValue
  /** Value for exports, e.g. full dates where the list shows short ones. */
  exportValue?: (record: Item) => CellValue
  /** True if the exported text contains times; the heading then names the time zone. */
  hasTimes?: boolean
  cell?: (record: Item) => ReactNode
  /**
   * Width in px. The only column without a width holds the record's name: it takes the remaining space and cannot be
   * hidden.
   */
  width?: number
  align?: 'right'
  /** Sort key of the API. */
  sort?: Sort
  /** Sort direction of the first click; numbers and dates usually start descending. */
  firstDirection?: 'ascending' | 'descending'
  /** Hidden until the user selects it. */
  optional?: boolean
  /** Order in which columns disappear on a narrow list; columns without it stay. */
  drop?: number
  /**
   * On phones: false omits the column, 'named' shows its title before the value. Numbers and booleans always show it.
   */
  entry?: false | 'named'
  edit?: InlineEdit<Item, Shape>
}

/** Column settings of a user for one list. Unknown keys are ignored; new columns appear where they are declared. */
export interface ColumnLayout {
  order: string[]
  hidden: string[]
  shown: string[]
  widths: Record<string, number>
  dense: boolean
}

export const defaultLayout: ColumnLayout = { order: [], hidden: [], shown: [], widths: {}, dense: false }

interface LayoutColumn {
  key: string
  width?: number
  optional?: boolean
  drop?: number
}

/** Minimum width of the name column, in px. */
export const nameWidth = 280
const marginWidth = 57

export const isName = (column: LayoutColumn): boolean => column.width === undefined

/** All columns in the user's order. */
export const orderColumns = <C extends LayoutColumn>(columns: readonly C[], layout: ColumnLayout): C[] => {
  const rank = new Map(layout.order.map((key, index) => [key, index]))
  const placed = columns.map((column, index) => {
    const own = rank.get(column.key)
    // A column the user never moved stays after its declared predecessor.
    const before = columns.slice(0, index).findLast(({ key }) => rank.has(key))
    return { column, at: own ?? (before ? (rank.get(before.key) ?? 0) + 0.5 : -1), index }
  })
  return placed.sort((a, b) => a.at - b.at || a.index - b.index).map(({ column }) => column)
}

export const isShown = (column: LayoutColumn, layout: ColumnLayout): boolean =>
  isName(column) || (column.optional ? layout.shown.includes(column.key) : !layout.hidden.includes(column.key))

export const widthOf = (column: LayoutColumn, layout: ColumnLayout): number | undefined =>
  column.width === undefined ? undefined : (layout.widths[column.key] ?? column.width)

/** Visible columns for a list of this width (px), in order: those the user selected, as many as fit beside the name. */
export const fitColumns = <C extends LayoutColumn>(columns: readonly C[], layout: ColumnLayout, sheet: number): C[] => {
  const shown = orderColumns(columns, layout).filter((column) => isShown(column, layout))
  const leaving = shown.filter(({ drop }) => drop !== undefined).sort((a, b) => (a.drop ?? 0) - (b.drop ?? 0))
  const needed = (fitting: C[]) =>
    marginWidth + fitting.reduce((sum, column) => sum + (widthOf(column, layout) ?? nameWidth), 0)
  let fitting = shown
  while (sheet > 0 && needed(fitting) > sheet && leaving.length > 0) {
    const next = leaving.shift()
    fitting = fitting.filter((column) => column !== next)
  }
  return fitting
}

/** Moves a column by one place; the name column can be moved too. */
export const moveColumn = (
  columns: readonly LayoutColumn[],
  layout: ColumnLayout,
  key: string,
  by: -1 | 1,
): ColumnLayout => {
  const keys = orderColumns(columns, layout).map((column) => column.key)
  const from = keys.indexOf(key)
  const to = from + by
  if (from < 0 || to < 0 || to >= keys.length) return layout
  return { ...layout, order: keys.with(from, keys[to] ?? key).with(to, key) }
}

export const toggleColumn = (column: LayoutColumn, layout: ColumnLayout): ColumnLayout => {
  const list = column.optional ? 'shown' : 'hidden'
  const has = layout[list].includes(column.key)
  return { ...layout, [list]: has ? layout[list].filter((key) => key !== column.key) : [...layout[list], column.key] }
}

/** Sets a column width, limited to 56 to 600 px. */
export const resizeColumn = (layout: ColumnLayout, key: string, width: number): ColumnLayout => ({
  ...layout,
  widths: { ...layout.widths, [key]: Math.round(Math.min(600, Math.max(56, width))) },
})
