import { badgeBands } from './badge.ts'
import { type Band, type Cell, codeBoxes, marginOf, pageOf } from './bands.ts'
import { type Column, formatWon, type Paper, type Part } from './paper.ts'

const text = 9.5
const small = 8.5

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
  const totalShare = part.columns.reduce((sum, { share }) => sum + share, 0)
  const free = room - gap * (part.columns.length - 1)
  let at = 0
  const columns = part.columns.map((column) => {
    const placed = { ...column, x: at, width: (free * column.share) / totalShare }
    at += placed.width + gap
    return placed
  })
  const titles = columns.map(({ title }) => title)
  const head: Band = { cells: rowOf(columns, titles, true), before: 4, after: 4, rule: 'thick', keepWithNext: true }
  const rows = part.rows.map((row): Band => {
    if (row.length !== columns.length) throw new Error(`A row of ${row.length} cells in ${columns.length} columns`)
    return { cells: rowOf(columns, row, false), before: 4, after: 4, rule: 'thin', head }
  })
  if (rows.length > 0) return [head, ...rows]
  return [
    head,
    { cells: [{ text: part.noneText ?? '–', x: 0, width: room, size: text, pale: true }], before: 6, after: 6 },
  ]
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
        { text: formatWon(locale, sum), x: room - sumWidth, width: sumWidth, size, bold: strong, align: 'right' },
      ],
      before: strong ? 6 : 4,
      after: strong ? 6 : 4,
      rule: strong || sums[index + 1]?.strong ? 'thick' : 'thin',
      keepWithNext: index < sums.length - 1,
    }
  })
}

const planOf = ({ title, under, right, code }: Part & { kind: 'plan' }, room: number): Band => {
  const codeSide = 52
  const free = code ? room - codeSide - gap : room
  return {
    cells: [
      { text: title, x: 0, y: 4, width: free * 0.6, size: 22, bold: true, maxLines: 1 },
      { text: under, x: 0, y: 38, width: free * 0.6, size: text, pale: true, maxLines: 1 },
      ...right.map(
        (line, index): Cell => ({
          text: line,
          x: free * 0.6,
          y: 52 - 15 * (right.length - index),
          width: free * 0.4,
          size: text,
          pale: true,
          align: 'right',
          maxLines: 1,
        }),
      ),
    ],
    ...(code && { boxes: codeBoxes(code, room - codeSide, 2, codeSide) }),
    before: 0,
    after: 8,
    height: 56,
    rule: 'thick',
    keepWithNext: true,
    fresh: true,
  }
}

const slotsOf = ({ slots }: Part & { kind: 'slots' }, room: number, head: Band | undefined): Band[] => {
  const repeatedHead = head && { ...head, fresh: false }
  return slots.map(({ from, to, texts, state }): Band => {
    const height = state === 'break' ? 20 : 27
    const y = state === 'break' ? 4 : 6
    const at = [0.16, 0.48, 0.66].map((share) => room * share)
    const widths = [0.31, 0.17, 0.34].map((share) => room * share)
    const pale = state !== 'taken'
    return {
      cells: [
        {
          text: from,
          x: state === 'break' ? 8 : 0,
          y: y - 2,
          width: 46,
          size: state === 'break' ? text : 12,
          bold: !pale || state === 'empty',
          pale: state === 'break',
          maxLines: 1,
        },
        { text: `–${to}`, x: state === 'break' ? 38 : 38, y, width: 52, size: text, pale: true, maxLines: 1 },
        ...texts.map(
          (note, index): Cell => ({
            text: note,
            x: at[index] ?? 0,
            y: index === 0 && !pale ? y - 1 : y,
            width: widths[index] ?? 0,
            size: index === 0 && !pale ? 11 : text,
            bold: index === 0 && !pale,
            pale,
            maxLines: 1,
          }),
        ),
      ],
      ...(state === 'break' && {
        shapes: [{ path: `M0 0H${room}V${height}H0Z`, colour: '#f2f4f4' }],
      }),
      before: 0,
      after: 0,
      height,
      rule: 'thin',
      ...(repeatedHead && { head: repeatedHead }),
    }
  })
}

/** Yields the bands of a document in order, generated lazily. */
export function* bandsOf(paper: Paper): Generator<Band> {
  const room = pageOf(paper).width - 2 * marginOf(paper).x
  let head: Band | undefined
  const bandsIn = (part: Part): Iterable<Band> => {
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
            keepWithNext: true,
            fresh: part.opens ?? false,
          },
        ]
      case 'heading':
        return [
          {
            cells: [{ text: part.text, x: 0, width: room, size: 11, bold: true }],
            before: 16,
            after: 4,
            keepWithNext: true,
          },
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
        return badgeBands(part.badges)
      case 'plan':
        head = planOf(part, room)
        return [head]
      case 'slots':
        return slotsOf(part, room, head)
      default:
        throw new Error(`No layout of ${JSON.stringify(part satisfies never)}`)
    }
  }
  for (const part of paper.parts) yield* bandsIn(part)
}
