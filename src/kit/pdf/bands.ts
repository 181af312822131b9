import type { Code, Paper } from './paper.ts'

/** A text in a column of a band; places in points from the band's top left corner. */
export interface Cell {
  text: string
  x: number
  y?: number
  width: number
  size: number
  bold?: boolean
  pale?: boolean
  align?: 'left' | 'right' | 'centre'
  /** Lines at most: beyond them sizes go down to the last of `smaller`, then an ellipsis ends it. */
  most?: number
  smaller?: readonly number[]
  /** Lines at most in the last of `smaller`. */
  mostSmallest?: number
  /** `y` is counted from the end of the cell before this one. */
  after?: boolean
  /** Of the text; by default ink. */
  colour?: string
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
  /** Filled; else a frame. */
  filled: boolean
}

/** An outline, filled; places as those of cells. Nothing is drawn outside of `clip`. */
export interface Shape {
  /** As in SVG. */
  path: string
  /** Points to the right. */
  x?: number
  colour: string
  clip?: { x: number; y: number; width: number; height: number }
  /** Stroked so many points wide instead of filled. */
  stroke?: number
}

/** What is kept on one page: a row of a table, a heading, a row of badges. */
export interface Band {
  cells: readonly Cell[]
  boxes?: readonly Box[]
  /** Below boxes and texts. */
  shapes?: readonly Shape[]
  /** Room above and below. */
  before: number
  after: number
  /** Points; by default that of its tallest cell. */
  height?: number
  /** Line below. */
  rule?: 'thin' | 'thick'
  /** Comes again at the top of a page that begins with this band. */
  head?: Band
  /** Not the last of a page. */
  keep?: boolean
  /** The first of a page. */
  fresh?: boolean
}

/** Points of A4 (ISO 216), and of its margins. */
const short = 595.28
const long = 841.89
const margin = { x: 48, top: 76, bottom: 60 }
const none = { x: 0, top: 0, bottom: 0 }
export const marginOf = ({ bleed = false }: Pick<Paper, 'bleed'>) => (bleed ? none : margin)
/** Space from one base line to the next, in sizes. */
export const leading = 1.45
/** The squares of a code; those beside each other are one box. */
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
