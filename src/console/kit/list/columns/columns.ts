import type { ReactNode } from 'react'

/**
 * What a cell holds: shown when `cell` draws nothing else, and what an export writes. A moment is a `Date`, never its
 * text in UTC: lists and exports say it in Seoul time.
 */
export type CellValue = string | number | boolean | Date | null

/** A field that changes often is changed in the list itself. `change` says which fields of the record that sets. */
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
      /** Value chosen now, where the column shows its label. */
      current: (record: Item) => string
      options: (record: Item) => { value: string; label: string }[]
      change: (value: string) => Partial<Shape>
    }

export interface Column<Item, Shape, Sort extends string> {
  key: string
  title: string
  value: (record: Item) => CellValue
  /** What an export writes in its place: whole dates where the list shows short ones. */
  written?: (record: Item) => CellValue
  /** What is written has times in its text, so the heading has to say of which zone they are. */
  zoned?: boolean
  cell?: (record: Item) => ReactNode
  /** Pixels. The one column without a width is the record's name: it takes the rest and cannot be hidden. */
  width?: number
  align?: 'right'
  /** Name the API sorts by. */
  sort?: Sort
  /** Which way a first click sorts; figures and dates read better from the top. */
  first?: 'ascending' | 'descending'
  /** Not shown until somebody chooses it. */
  optional?: boolean
  /** When the sheet is too narrow, columns leave in this order; those without it stay. */
  drop?: number
  /** On a phone: left out of the entries, or with its title before it, as figures are anyway. */
  entry?: false | 'named'
  edit?: InlineEdit<Item, Shape>
}

/**
 * What a person chose for a list. Keys that no longer exist are ignored, new columns are placed where they were
 * declared.
 */
export interface Layout {
  order: string[]
  hidden: string[]
  shown: string[]
  widths: Record<string, number>
  dense: boolean
}

export const plainLayout: Layout = { order: [], hidden: [], shown: [], widths: {}, dense: false }

interface Placed {
  key: string
  width?: number
  optional?: boolean
  drop?: number
}

/** Width below which the name's column must not fall. */
export const nameWidth = 280
const marginWidth = 57

export const isName = (column: Placed): boolean => column.width === undefined

/** All columns in the person's order. */
export const ordered = <C extends Placed>(columns: readonly C[], layout: Layout): C[] => {
  const rank = new Map(layout.order.map((key, index) => [key, index]))
  const placed = columns.map((column, index) => {
    const own = rank.get(column.key)
    // A column the person has never moved keeps its place after the one declared before it.
    const before = columns.slice(0, index).findLast(({ key }) => rank.has(key))
    return { column, at: own ?? (before ? (rank.get(before.key) ?? 0) + 0.5 : -1), index }
  })
  return placed.sort((a, b) => a.at - b.at || a.index - b.index).map(({ column }) => column)
}

export const isShown = (column: Placed, layout: Layout): boolean =>
  isName(column) || (column.optional ? layout.shown.includes(column.key) : !layout.hidden.includes(column.key))

export const widthOf = (column: Placed, layout: Layout): number | undefined =>
  column.width === undefined ? undefined : (layout.widths[column.key] ?? column.width)

/** The columns to draw on a sheet of that width, in order: chosen, and as many as fit beside the name. */
export const fitting = <C extends Placed>(columns: readonly C[], layout: Layout, sheet: number): C[] => {
  const shown = ordered(columns, layout).filter((column) => isShown(column, layout))
  const leaving = shown.filter(({ drop }) => drop !== undefined).sort((a, b) => (a.drop ?? 0) - (b.drop ?? 0))
  const needed = (kept: C[]) =>
    marginWidth + kept.reduce((sum, column) => sum + (widthOf(column, layout) ?? nameWidth), 0)
  let kept = shown
  while (sheet > 0 && needed(kept) > sheet && leaving.length > 0) {
    const next = leaving.shift()
    kept = kept.filter((column) => column !== next)
  }
  return kept
}

/** Moves a column one place; the name may be moved like the others. */
export const movedColumn = (columns: readonly Placed[], layout: Layout, key: string, by: -1 | 1): Layout => {
  const keys = ordered(columns, layout).map((column) => column.key)
  const from = keys.indexOf(key)
  const to = from + by
  if (from < 0 || to < 0 || to >= keys.length) return layout
  return { ...layout, order: keys.with(from, keys[to] ?? key).with(to, key) }
}

export const toggledColumn = (column: Placed, layout: Layout): Layout => {
  const list = column.optional ? 'shown' : 'hidden'
  const has = layout[list].includes(column.key)
  return { ...layout, [list]: has ? layout[list].filter((key) => key !== column.key) : [...layout[list], column.key] }
}

/** Widths stay between what a heading needs and what a screen gives. */
export const resizedColumn = (layout: Layout, key: string, width: number): Layout => ({
  ...layout,
  widths: { ...layout.widths, [key]: Math.round(Math.min(600, Math.max(56, width))) },
})
