/**
 * The position of an item of a masonry. Heights of pictures are in widths of a column, so that they hold at any width.
 */
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
  /** Height of the whole: pictures in column widths, and captions. Gaps are one fewer than captions. */
  height: number
  rows: number
}

interface Column {
  above: number
  items: number[]
}

/** Heights a cut picture may have, in column widths: from 3:2 to 2:3. */
const shallowest = 2 / 3
const steepest = 3 / 2

/**
 * Puts each item, of which only the height of its picture by its width is known, into the shortest column, in order. The
 * last item of each column is cut, so that the columns end at one line. `caption`: what a caption takes with the gap
 * below it, in widths of a column, roughly: it decides which column is the shortest, not the positions of items.
 */
export const layOutMasonry = (ratios: readonly number[], columnCount: number, caption: number): MasonryLayout => {
  const columns = Array.from({ length: columnCount }, (): Column => ({ above: 0, items: [] }))
  const places: MasonryPlace[] = []
  const depth = ({ above, items }: Column) => above + items.length * caption
  for (const [item, ratio] of ratios.entries()) {
    const shortest = columns.reduce((best, column) => (depth(column) < depth(best) - 0.001 ? column : best))
    const { above, items } = shortest
    places[item] = { column: columns.indexOf(shortest), above, rows: items.length, last: false }
    shortest.above += ratio
    items.push(item)
  }
  for (const column of columns) {
    const last = places[column.items.at(-1) ?? -1]
    if (last) last.last = true
  }
  return { places, ...commonEnd(columns, ratios, caption) }
}

/** The line at which all columns end: within reach of every last picture where that is possible. */
const commonEnd = (columns: Column[], ratios: readonly number[], caption: number): Omit<MasonryLayout, 'places'> => {
  const filled = columns.filter(({ items }) => items.length)
  const natural = filled.map(({ above, items }) => above + items.length * caption)
  const starts = filled.map(({ items }, at) => (natural[at] ?? 0) - (ratios[items.at(-1) ?? 0] ?? 1))
  const lowest = Math.max(...starts) + shallowest
  const highest = Math.min(...starts) + steepest
  const average = natural.reduce((sum, each) => sum + each, 0) / (filled.length || 1)
  // Out of reach of some: a little too steep here, a little too shallow there.
  const end = lowest <= highest ? Math.min(Math.max(average, lowest), highest) : (lowest + highest) / 2
  const rows = Math.max(0, ...filled.map(({ items }) => items.length))
  return { height: end - rows * caption, rows }
}
