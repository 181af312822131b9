import { type Badge, type Column, type Paper, type Part, wonIn } from './paper.ts'

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
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
  /** Filled; else a frame. */
  filled: boolean
}

/** What is kept on one page: a row of a table, a heading, a row of badges. */
export interface Band {
  cells: readonly Cell[]
  boxes?: readonly Box[]
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
}

/** Points of A4 (ISO 216), and of its margins. */
const short = 595.28
const long = 841.89
export const margin = { x: 48, top: 76, bottom: 60 }
/** Space from one base line to the next, in sizes. */
export const leading = 1.45
const text = 9.5
const small = 8.5

export const pageOf = ({ wide = false }: Pick<Paper, 'wide'>) =>
  wide ? { width: long, height: short } : { width: short, height: long }

const gap = 12

const rowOf = (columns: readonly (Column & { x: number; width: number })[], row: readonly string[], head: boolean) =>
  columns.map(
    ({ x, width, right = false }, index): Cell => ({
      text: row[index] ?? '',
      x,
      width,
      size: head ? small : text,
      bold: head,
      align: right ? 'right' : 'left',
    }),
  )

const tableOf = (part: Part & { kind: 'table' }, room: number): Band[] => {
  const whole = part.columns.reduce((sum, { share }) => sum + share, 0)
  const free = room - gap * (part.columns.length - 1)
  let at = 0
  const columns = part.columns.map((column) => {
    const placed = { ...column, x: at, width: (free * column.share) / whole }
    at += placed.width + gap
    return placed
  })
  const titles = columns.map(({ title }) => title)
  const head: Band = { cells: rowOf(columns, titles, true), before: 4, after: 4, rule: 'thick', keep: true }
  const rows = part.rows.map((row): Band => {
    if (row.length !== columns.length) throw new Error(`A row of ${row.length} cells in ${columns.length} columns`)
    return { cells: rowOf(columns, row, false), before: 4, after: 4, rule: 'thin', head }
  })
  if (rows.length > 0) return [head, ...rows]
  return [head, { cells: [{ text: part.none ?? '–', x: 0, width: room, size: text, pale: true }], before: 6, after: 6 }]
}

const sumsOf = ({ sums }: Part & { kind: 'sums' }, { locale }: Paper, room: number): Band[] => {
  const sumWidth = 130
  const nameWidth = 140
  const howWidth = room - sumWidth - nameWidth - 2 * gap
  return sums.map(({ name, sum, how = '', strong = false }, index): Band => {
    const size = strong ? 12 : text
    return {
      cells: [
        { text: name, x: 0, width: nameWidth, size: text, bold: strong },
        { text: how, x: nameWidth + gap, width: howWidth, size: small, pale: true },
        { text: wonIn(locale, sum), x: room - sumWidth, width: sumWidth, size, bold: strong, align: 'right' },
      ],
      before: strong ? 6 : 4,
      after: strong ? 6 : 4,
      rule: strong || sums[index + 1]?.strong ? 'thick' : 'thin',
      keep: index < sums.length - 1,
    }
  })
}

/** Badges of 90 × 54 mm would stand two by four; these are as wide as the page allows. */
const badgeHeight = 164

const badgesOf = ({ badges }: Part & { kind: 'badges' }, room: number): Band[] => {
  const width = room / 2
  const codeSide = 56
  const inner = width - 32
  const one = ({ above, name, company, below, code }: Badge, x: number) => {
    const cells: Cell[] = [
      { text: above, x: x + 16, y: 14, width: inner, size: small, pale: true, most: 1 },
      { text: name, x: x + 16, y: 36, width: inner, size: 24, bold: true, most: 1, smaller: [19, 15] },
      { text: company, x: x + 16, y: 74, width: inner, size: 13, most: 2, smaller: [11] },
      {
        text: below,
        x: x + 16,
        y: 134,
        width: code ? inner - codeSide - gap : inner,
        size: small,
        bold: true,
        most: 1,
      },
    ]
    const boxes: Box[] = [{ x, y: 0, width, height: badgeHeight, filled: false }]
    if (code) {
      const side = codeSide / code.size
      const [left, top] = [x + width - 16 - codeSide, badgeHeight - 12 - codeSide]
      for (let row = 0; row < code.size; row += 1)
        for (let column = 0; column < code.size; column += 1) {
          // Squares beside each other are one box.
          const from = column
          while (column < code.size && code.dark(row, column)) column += 1
          const width = (column - from) * side
          if (width > 0) boxes.push({ x: left + from * side, y: top + row * side, width, height: side, filled: true })
        }
    }
    return { cells, boxes }
  }
  const bands: Band[] = []
  for (let index = 0; index < badges.length; index += 2) {
    const pair = badges.slice(index, index + 2).map((badge, place) => one(badge, place * width))
    bands.push({
      cells: pair.flatMap(({ cells }) => cells),
      boxes: pair.flatMap(({ boxes }) => boxes),
      before: 0,
      after: 0,
      height: badgeHeight,
    })
  }
  return bands
}

/** The bands of a paper from its first page to its last. */
export const bandsOf = (paper: Paper): Band[] => {
  const room = pageOf(paper).width - 2 * margin.x
  return paper.parts.flatMap((part): Band[] => {
    switch (part.kind) {
      case 'title':
        return [
          {
            cells: [
              { text: part.text, x: 0, width: room * 0.62, size: 20, bold: true },
              {
                text: part.note ?? '',
                x: room * 0.64,
                y: 8,
                width: room * 0.36,
                size: text,
                pale: true,
                align: 'right',
              },
            ],
            before: 0,
            after: 14,
            keep: true,
          },
        ]
      case 'heading':
        return [
          { cells: [{ text: part.text, x: 0, width: room, size: 11, bold: true }], before: 16, after: 4, keep: true },
        ]
      case 'text':
        return [{ cells: [{ text: part.text, x: 0, width: room, size: text }], before: 6, after: 4 }]
      case 'facts':
        return part.facts
          .filter(([, fact]) => fact !== '')
          .map(([name, fact]) => ({
            cells: [
              { text: name, x: 0, width: 120, size: small, pale: true },
              { text: fact, x: 128, width: room - 128, size: text },
            ],
            before: 2,
            after: 2,
          }))
      case 'sums':
        return sumsOf(part, paper, room)
      case 'table':
        return tableOf(part, room)
      case 'badges':
        return badgesOf(part, room)
      default:
        throw new Error(`No layout of ${JSON.stringify(part satisfies never)}`)
    }
  })
}
