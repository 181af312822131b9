/** What a masonry knows of an item before anything is laid out. */
export interface MasonryItem {
  /** Height of the picture by its width. */
  ratio: number
  /** Lines of its caption. */
  lines: number
}

/** Heights in widths of a column, roughly: they decide which column is the shortest, not the positions of items. */
export interface MasonryFigures {
  /** What a caption takes apart from its lines, with the gap below it. */
  caption: number
  line: number
}

/**
 * The position of an item of a masonry. Heights of pictures are in widths of a column, so that they hold at any width.
 */
export interface MasonryPlace {
  column: number
  /** Heights of the pictures above it, in column widths. */
  above: number
  /** Captions, and gaps, above it. */
  rows: number
  /** Lines of those captions. */
  lines: number
  /** The lowest of its column: its picture is cut so that all columns end together. */
  last: boolean
}

export interface MasonryLayout {
  places: MasonryPlace[]
  /** Height of the whole: pictures in column widths, captions, and lines of these. Gaps are one fewer than captions. */
  height: number
  rows: number
  lines: number
}

interface Column {
  above: number
  rows: number
  lines: number
  items: number[]
}

/** Heights a cut picture may have, in column widths: from 3:2 to 2:3. */
const shallowest = 2 / 3
const steepest = 3 / 2

/**
 * Puts each item into the shortest column, in order. The last item of each column is cut, so
 * that the columns end at one line.
 */
export const layOutMasonry = (
  items: readonly MasonryItem[],
  columnCount: number,
  figures: MasonryFigures,
): MasonryLayout => {
  const columns = Array.from({ length: columnCount }, (): Column => ({ above: 0, rows: 0, lines: 0, items: [] }))
  const places: MasonryPlace[] = []
  const depth = (column: Column) => column.above + wordsOf(column, figures)
  for (const [item, { ratio, lines }] of items.entries()) {
    const shortest = columns.reduce((best, column) => (depth(column) < depth(best) - 0.001 ? column : best))
    const { above, rows, lines: before } = shortest
    places[item] = { column: columns.indexOf(shortest), above, rows, lines: before, last: false }
    shortest.above += ratio
    shortest.rows += 1
    shortest.lines += lines
    shortest.items.push(item)
  }
  for (const column of columns) {
    const last = places[column.items.at(-1) ?? -1]
    if (last) last.last = true
  }
  return { places, ...commonEnd(columns, items, figures) }
}

/** Height of the captions of a column. */
const wordsOf = ({ rows, lines }: Pick<Column, 'rows' | 'lines'>, { caption, line }: MasonryFigures): number =>
  rows * caption + lines * line

/** The line at which all columns end: within reach of every last picture where that is possible. */
const commonEnd = (
  columns: Column[],
  items: readonly MasonryItem[],
  figures: MasonryFigures,
): Omit<MasonryLayout, 'places'> => {
  const filled = columns.filter((column) => column.items.length)
  const natural = filled.map((column) => column.above + wordsOf(column, figures))
  const starts = filled.map((column, at) => (natural[at] ?? 0) - (items[column.items.at(-1) ?? 0]?.ratio ?? 1))
  const lowest = Math.max(...starts) + shallowest
  const highest = Math.min(...starts) + steepest
  const average = natural.reduce((sum, each) => sum + each, 0) / (filled.length || 1)
  // Out of reach of some: a little too steep here, a little too shallow there.
  const end = lowest <= highest ? Math.min(Math.max(average, lowest), highest) : (lowest + highest) / 2
  const { rows, lines } = filled.reduce(
    (most, column) => (wordsOf(column, figures) > wordsOf(most, figures) ? column : most),
    { rows: 0, lines: 0 },
  )
  return { height: end - wordsOf({ rows, lines }, figures), rows, lines }
}
