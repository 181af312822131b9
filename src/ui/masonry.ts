/** Where an item of a masonry stands. Heights of pictures are in widths of a column, so that they hold at any width. */
export interface MasonryPlace {
  column: number
  /** Heights of the pictures above it, in column widths. */
  above: number
  /** Captions, and gaps, above it. */
  rows: number
  /** The lowest of its column: its picture is cut so that all columns end together. */
  last: boolean
}

export interface MasonryLayout {
  places: MasonryPlace[]
  /** Height of the whole: pictures in column widths, and captions. Gaps are one fewer. */
  height: number
  rows: number
}

interface Column {
  above: number
  rows: number
  items: number[]
}

/** Heights a cut picture may have, in column widths: from 3:2 to 2:3. */
const shallowest = 2 / 3
const steepest = 3 / 2

/**
 * Puts each item into the shortest column, in order (comps/firm.md, Projects). `ratios` are heights by width of the
 * pictures, `caption` the height of a caption with its gap in column widths, roughly: it decides which column is the
 * shortest, not where things stand. The last item of each column is cut, so that the columns end at one line.
 */
export const layOutMasonry = (ratios: readonly number[], columnCount: number, caption: number): MasonryLayout => {
  const columns = Array.from({ length: columnCount }, (): Column => ({ above: 0, rows: 0, items: [] }))
  const places: MasonryPlace[] = []
  const depth = ({ above, rows }: Column) => above + rows * caption
  for (const [item, ratio] of ratios.entries()) {
    const shortest = columns.reduce((best, column) => (depth(column) < depth(best) - 0.001 ? column : best))
    places[item] = { column: columns.indexOf(shortest), above: shortest.above, rows: shortest.rows, last: false }
    shortest.above += ratio
    shortest.rows += 1
    shortest.items.push(item)
  }
  for (const { items } of columns) {
    const last = places[items.at(-1) ?? -1]
    if (last) last.last = true
  }
  return { places, ...commonEnd(columns, ratios, caption) }
}

/** The line at which all columns end: within reach of every last picture where that is possible. */
const commonEnd = (columns: Column[], ratios: readonly number[], caption: number): { height: number; rows: number } => {
  const filled = columns.filter((column) => column.items.length)
  const starts = filled.map(({ above, rows, items }) => above - (ratios[items.at(-1) ?? 0] ?? 1) + rows * caption)
  const lowest = Math.max(...starts) + shallowest
  const highest = Math.min(...starts) + steepest
  const natural = filled.reduce((sum, { above, rows }) => sum + above + rows * caption, 0) / (filled.length || 1)
  // Out of reach of some: a little too steep here, a little too shallow there.
  const end = lowest <= highest ? Math.min(Math.max(natural, lowest), highest) : (lowest + highest) / 2
  const rows = Math.max(0, ...filled.map((column) => column.rows))
  return { height: end - rows * caption, rows }
}
