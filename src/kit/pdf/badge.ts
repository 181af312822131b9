import { type Band, type Box, type Cell, codeBoxes, pageOf, type Shape } from './bands.ts'
import type { Badge } from './paper.ts'

/** Page size for four A6 badges on an A4 sheet, in points. */
const sheet = pageOf({})
const width = sheet.width / 2
// Slightly smaller, so that a rounding error in the sum of two halves does not exceed the page.
const height = sheet.height / 2 - 0.01
const margin = 22

const ink = '#0e3b43'
const gold = '#f2c879'
const colours = { left: '#0f6b6b', right: '#c9502a' }
const pale = '#47585b'
const line = '#d4dfdd'
const outline = '#b4c6c4'

/** Maximum agenda rows on the back, above the floor plan. */
const maxRows = 7
const rowHeight = 30
/** Tables per row of the floor plan, and the maximum number drawn. */
const across = 8
const maxTables = 48

const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}A${r} ${r} 0 1 1 ${x + r} ${y}A${r} ${r} 0 1 1 ${x - r} ${y}Z`

/** Outline of the arch: the upper half of a ring with slightly extended feet. */
const arch = (x: number, y: number, outer: number, inner: number): string =>
  `M${x - outer} ${y + 8}V${y}A${outer} ${outer} 0 0 1 ${x + outer} ${y}V${y + 8}H${x + inner}V${y}A${inner} ${inner} 0 0 0 ${x - inner} ${y}V${y + 8}Z`

/** Cut marks: a hairline around each badge. */
const frame: Shape = { path: `M0 0H${width}V${height}H0Z`, colour: outline, stroke: 0.25 }

const drawFront = (badge: Badge): Band => {
  const inner = width - 2 * margin
  const isLeft = badge.side === 'left'
  // The arch bleeds off the inner edge, where a neighbour's badge completes the logo.
  const x = isLeft ? width - 83.5 : 83.5
  const clip = { x: 0, y: 0, width, height }
  const codeSide = 78
  const room = inner - codeSide - 12
  const cells: Cell[] = [
    { text: badge.brand, x: margin, y: 20, width: inner * 0.45, size: 11, bold: true, colour: ink, maxLines: 1 },
    {
      text: badge.fair,
      x: margin + inner * 0.45,
      y: 21,
      width: inner * 0.55,
      size: 9,
      bold: true,
      colour: ink,
      align: 'right',
      maxLines: 1,
      smaller: [8],
    },
    { text: badge.overline, x: margin, y: 205, width: inner, size: 9, colour: pale, maxLines: 1 },
    // A name that does not fit on one line takes two lines in a smaller size.
    {
      text: badge.name,
      x: margin,
      y: 0,
      after: true,
      width: inner,
      size: 36,
      bold: true,
      colour: ink,
      maxLines: 1,
      smaller: [32, 28],
      maxLinesSmallest: 2,
    },
    {
      text: badge.person,
      x: margin,
      y: 2,
      after: true,
      width: inner,
      size: 16,
      bold: true,
      colour: ink,
      maxLines: 1,
      smaller: [13],
    },
    {
      text: badge.role,
      x: margin,
      y: 330,
      width: room,
      size: 15,
      bold: true,
      colour: colours[badge.side],
      maxLines: 1,
    },
    ...badge.lines.map(
      (text, index): Cell => ({ text, x: margin, y: 354 + index * 14, width: room, size: 9, colour: ink, maxLines: 1 }),
    ),
  ]
  return {
    cells,
    shapes: [
      { path: arch(x, 178, 94, 72), colour: colours[badge.side], clip },
      { path: circle(isLeft ? width : 0, 72, 17), colour: gold, clip },
      frame,
    ],
    boxes: codeBoxes(badge.code, width - margin - codeSide, height - margin - codeSide, codeSide),
    before: 0,
    after: 0,
    height,
  }
}

/** Outline of a table, shaped like the arch: rounded at the top. */
const doorOutline = (x: number, y: number, doorWidth: number, doorHeight: number): string =>
  `M${x} ${y + doorHeight}V${y + 7}A7 7 0 0 1 ${x + 7} ${y}H${x + doorWidth - 7}A7 7 0 0 1 ${x + doorWidth} ${y + 7}V${y + doorHeight}Z`

const drawHall = ({ back }: Badge, top: number): Pick<Band, 'cells'> & { shapes: Shape[] } => {
  if (back.tables === 0 || back.tables > maxTables) return { cells: [], shapes: [] }
  const inner = width - 2 * margin
  const gap = 3
  const doorWidth = (inner - gap * (across - 1)) / across
  const doorHeight = back.tables > 24 ? 17 : 22
  const ownTables = new Set(back.ownTables)
  const cells: Cell[] = [{ text: back.roomTitle, x: margin, y: top, width: inner, size: 9, colour: pale, maxLines: 1 }]
  const shapes: Shape[] = []
  for (let index = 0; index < back.tables; index += 1) {
    const [x, y] = [
      margin + (index % across) * (doorWidth + gap),
      top + 18 + Math.floor(index / across) * (doorHeight + gap),
    ]
    const isOwn = ownTables.has(index + 1)
    shapes.push({
      path: doorOutline(x, y, doorWidth, doorHeight),
      colour: isOwn ? ink : outline,
      ...(!isOwn && { stroke: 0.6 }),
    })
    cells.push({
      text: String(index + 1).padStart(2, '0'),
      x,
      y: y + doorHeight / 2 - 6,
      width: doorWidth,
      size: 8,
      bold: isOwn,
      colour: isOwn ? '#ffffff' : ink,
      align: 'centre',
      maxLines: 1,
    })
  }
  return { cells, shapes }
}

const drawBack = (badge: Badge): Band => {
  const { back, name } = badge
  const inner = width - 2 * margin
  const shown = back.agenda.slice(0, back.agenda.length > maxRows ? maxRows - 1 : maxRows)
  const left = back.agenda.length - shown.length
  const cells: Cell[] = [
    { text: name, x: margin, y: 20, width: inner * 0.75, size: 13, bold: true, colour: ink, maxLines: 1 },
    {
      text: back.title,
      x: margin + inner * 0.75,
      y: 22,
      width: inner * 0.25,
      size: 9,
      colour: pale,
      align: 'right',
      maxLines: 1,
    },
  ]
  const shapes: Shape[] = [frame, { path: `M${margin} 50H${width - margin}`, colour: ink, stroke: 1.5 }]
  let y = 52
  for (const { time, name: other, note, place } of shown) {
    cells.push(
      { text: time, x: margin, y: y + 7, width: 72, size: 11, bold: true, colour: ink, maxLines: 1, smaller: [9] },
      { text: other, x: margin + 76, y: y + 3, width: inner - 130, size: 10, bold: true, colour: ink, maxLines: 1 },
      { text: note, x: margin + 76, y: y + 16, width: inner - 130, size: 8, colour: pale, maxLines: 1 },
      {
        text: place,
        x: width - margin - 52,
        y: y + 6,
        width: 52,
        size: 13,
        bold: true,
        colour: ink,
        align: 'right',
        maxLines: 1,
        smaller: [9],
      },
    )
    y += rowHeight
    shapes.push({ path: `M${margin} ${y}H${width - margin}`, colour: line, stroke: 0.5 })
  }
  const rest = left > 0 ? back.moreText(left) : shown.length === 0 ? back.noneText : ''
  if (rest) {
    cells.push({ text: rest, x: margin, y: y + 6, width: inner, size: 9, colour: pale, maxLines: 1 })
    y += 20
  }
  const hall = drawHall(badge, y + 8)
  const notes = back.notes.map(
    (text, index): Cell => ({
      text,
      x: margin,
      y: height - margin - 14 * (back.notes.length - index),
      width: inner,
      size: 8.5,
      colour: pale,
      maxLines: 1,
    }),
  )
  return {
    cells: [...cells, ...hall.cells, ...notes],
    shapes: [...shapes, ...hall.shapes],
    before: 0,
    after: 0,
    height,
  }
}

/** Places two badges side by side in one band. */
const placeSideBySide = (pair: readonly (Band | null)[]): Band => {
  const cells: Cell[] = []
  const boxes: Box[] = []
  const shapes: Shape[] = []
  for (const [place, card] of pair.entries()) {
    if (!card) continue
    const by = place * width
    cells.push(...card.cells.map((cell) => ({ ...cell, x: cell.x + by })))
    boxes.push(...(card.boxes ?? []).map((box) => ({ ...box, x: box.x + by })))
    shapes.push(...(card.shapes ?? []).map((shape) => ({ ...shape, x: by })))
  }
  return { cells, boxes, shapes, before: 0, after: 0, height }
}

/** Yields sheets with four fronts, each followed by a mirrored sheet of their backs, for duplex printing. */
export function* badgeBands(badges: readonly Badge[]): Generator<Band> {
  for (let from = 0; from < badges.length; from += 4) {
    const four = badges.slice(from, from + 4)
    const at = (index: number, make: (badge: Badge) => Band) => {
      const badge = four[index]
      return badge ? make(badge) : null
    }
    const rows = four.length > 2 ? [0, 2] : [0]
    for (const [place, row] of rows.entries())
      yield { ...placeSideBySide([at(row, drawFront), at(row + 1, drawFront)]), fresh: place === 0 }
    for (const [place, row] of rows.entries())
      yield { ...placeSideBySide([at(row + 1, drawBack), at(row, drawBack)]), fresh: place === 0 }
  }
}
