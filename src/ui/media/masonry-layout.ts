/** Position of a masonry item. Heights are in column widths, so that they hold at any width. */
export interface MasonryPlace {
  column: number
  /** Total height of the pictures above it, in column widths. */
  top: number
  /** Number of captions (and gaps) above it. */
  rows: number
  /** True for the lowest item of its column; its picture is cropped so that all columns end together. */
  isLast: boolean
}

export interface MasonryLayout {
  places: MasonryPlace[]
  /** Total height: pictures in column widths, plus `rows` captions. There is one gap fewer than captions. */
  height: number
  rows: number
}

interface Column {
  top: number
  items: number[]
}

/** Range of heights of a cropped picture, in column widths: from 3:2 to 2:3. */
const shallowest = 2 / 3
const steepest = 3 / 2

/**
 * Lays out items in order, each in the shortest column; only the aspect ratio of each picture is known. The last item
 * of each column is cropped, so that the columns end at one line. `caption`: approximate height of a caption and its
 * gap, in column widths; it only affects which column is the shortest.
 */
export const layOutMasonry = (ratios: readonly number[], columnCount: number, caption: number): MasonryLayout => {
  const columns = Array.from({ length: columnCount }, (): Column => ({ top: 0, items: [] }))
  const places: MasonryPlace[] = []
  const depth = ({ top, items }: Column) => top + items.length * caption
  for (const [item, ratio] of ratios.entries()) {
    const shortest = columns.reduce((best, column) => (depth(column) < depth(best) - 0.001 ? column : best))
    const { top, items } = shortest
    places[item] = { column: columns.indexOf(shortest), top, rows: items.length, isLast: false }
    shortest.top += ratio
    items.push(item)
  }
  for (const column of columns) {
    const last = places[column.items.at(-1) ?? -1]
    if (last) last.isLast = true
  }
  return { places, ...commonEnd(columns, ratios, caption) }
}

/** Line at which all columns end, within the crop range of every last picture if possible. */
const commonEnd = (columns: Column[], ratios: readonly number[], caption: number): Omit<MasonryLayout, 'places'> => {
  const filled = columns.filter(({ items }) => items.length)
  const natural = filled.map(({ top, items }) => top + items.length * caption)
  const starts = filled.map(({ items }, at) => (natural[at] ?? 0) - (ratios[items.at(-1) ?? 0] ?? 1))
  const lowest = Math.max(...starts) + shallowest
  const highest = Math.min(...starts) + steepest
  const average = natural.reduce((sum, each) => sum + each, 0) / (filled.length || 1)
  // If not possible, distribute the excess between the tallest and the flattest picture.
  const end = lowest <= highest ? Math.min(Math.max(average, lowest), highest) : (lowest + highest) / 2
  const rows = Math.max(0, ...filled.map(({ items }) => items.length))
  return { height: end - rows * caption, rows }
}
