import type { Code, Paper } from './paper.ts'

/** Text in a column of a band; coordinates in points from the band's top left corner. */
export interface Cell {
  text: string
  x: number
  y?: number
  width: number
  size: number
  bold?: boolean
  pale?: boolean
  align?: 'left' | 'right' | 'centre'
  /**
   * Maximum number of lines. Beyond it, the sizes in `smaller` are tried in order; in the last one, an ellipsis ends
   * the text.
   */
  maxLines?: number
  smaller?: readonly number[]
  /** Maximum number of lines in the last size of `smaller`. */
  maxLinesSmallest?: number
  /** True if `y` counts from the end of the previous cell. */
  after?: boolean
  /** Text color; default `ink`. */
  colour?: string
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
  /** Filled rectangle; otherwise a frame. */
  filled: boolean
}

/** Vector outline, filled unless `stroke` is set; positioned like cells and clipped to `clip`. */
export interface Shape {
  /** SVG path data. */
  path: string
  /** Offset to the right in points. */
  x?: number
  colour: string
  clip?: { x: number; y: number; width: number; height: number }
  /** Stroke width in points; strokes instead of seeding. */
  stroke?: number
}

/** Block that is not split across pages: a table row, a heading, a row of badges. */
export interface Band {
  cells: readonly Cell[]
  boxes?: readonly Box[]
  /** Drawn below boxes and texts. */
  shapes?: readonly Shape[]
  /** Space above and below in points. */
  before: number
  after: number
  /** Height in points; default: the tallest cell. */
  height?: number
  /** Rule below the band. */
  rule?: 'thin' | 'thick'
  /** Header repeated at the top of a page that starts with this band. */
  head?: Band
  /** Kept with the next band: never the last one on a page. */
  keepWithNext?: boolean
  /** Starts a new page. */
  fresh?: boolean
}

/** A4 (ISO 216) and its margins, in points. */
const short = 595.28
const long = 841.89
const margin = { x: 48, top: 76, bottom: 60 }
const none = { x: 0, top: 0, bottom: 0 }
export const marginOf = ({ bleed = false }: Pick<Paper, 'bleed'>) => (bleed ? none : margin)
/** Line height as a multiple of the font size. */
export const leading = 1.45
/** Returns the squares of a code as boxes; adjacent squares are merged into one. */
export const codeBoxes = (code: Code, left: number, top: number, width: number): Box[] => {
  const side = width / code.size
  const boxes: Box[] = []
  for (let row = 0; row < code.size; row += 1)
    for (let column = 0; column < code.size; column += 1) {
      const from = column
      while (column < code.size && code.dark(row, column)) column += 1
      const wide = (column - from) * side
      if (wide > 0) boxes.push({ x: left + from * side, y: top + row * side, width: wide, height: side, filled: true })
    }
  return boxes
}

export const pageOf = ({ wide = false }: Pick<Paper, 'wide'>) =>
  wide ? { width: long, height: short } : { width: short, height: long }
