import { decodeEntities } from '../text/entities.ts'
import { readArchive } from './archive.ts'
import { marksOf } from './marks.ts'
import type { Place } from './place.ts'

/** Maximum bytes of XML of one sheet, or of the shared strings; a larger sheet is skipped, and the result says so. */
const longestPart = 32 * 1024 ** 2
const mostSheets = 200

const plain = (xml: string): string => decodeEntities(xml.replace(/<[^>]*>/g, ''))

const attribute = (text: string, name: string): string | undefined =>
  new RegExp(`\\s(?:\\w+:)?${name}="([^"]*)"`).exec(text)?.[1]

/** Returns the text of all `t` elements, without phonetic readings. */
const textsIn = (xml: string): string =>
  [...xml.replace(/<(?:\w+:)?rPh\b[\s\S]*?<\/(?:\w+:)?rPh>/g, '').matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>([^<]*)</g)]
    .map(([, text = '']) => plain(text))
    .join('')

interface Cell {
  name: string
  text: string
}

function* rowsOf(xml: string, shared: readonly string[]): Generator<Cell[]> {
  for (const [, row = ''] of xml.matchAll(/<(?:\w+:)?row\b[^>]*>([\s\S]*?)<\/(?:\w+:)?row>/g)) {
    const cells: Cell[] = []
    for (const [, attributes = '', inner = ''] of row.matchAll(
      /<(?:\w+:)?c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g,
    )) {
      const value = plain(/<(?:\w+:)?v\b[^>]*>([^<]*)</.exec(inner)?.[1] ?? '')
      const type = attribute(attributes, 't')
      const text = type === 's' ? (shared[Number(value)] ?? '') : type === 'inlineStr' ? textsIn(inner) : value
      if (text) cells.push({ name: attribute(attributes, 'r') ?? '', text: text.normalize('NFKC') })
    }
    yield cells
  }
}

const columnOf = (cell: string) => cell.replace(/\d+$/, '')

/** Yields the findings of a row. The column header is prepended to each number as context. */
function* marksOfRow(
  cells: readonly Cell[],
  heads: ReadonlyMap<string, string>,
): Generator<{ cell: string } & Pick<Place, 'kind' | 'shown'>> {
  let row = ''
  const starts: { at: number; name: string }[] = []
  for (const { name, text } of cells) {
    starts.push({ at: row.length, name })
    const head = /\d{6}|\d-\d/.test(text) ? (heads.get(columnOf(name)) ?? '') : ''
    row += `${head && `${head}: `}${text}\t`
  }
  for (const { kind, shown, at } of marksOf(row))
    yield { kind, shown, cell: starts.findLast((start) => start.at <= at)?.name ?? '' }
}

/** Scans a workbook sheet by sheet; returns true if all of it was read. */
export const readWorkbook = (path: string, report: (place: Place) => void): Promise<boolean> =>
  readArchive(path, async (read) => {
    const book = (await read('xl/workbook.xml', longestPart)) ?? ''
    const relations = (await read('xl/_rels/workbook.xml.rels', longestPart)) ?? ''
    const strings = await read('xl/sharedStrings.xml', longestPart)
    const shared = [...(strings ?? '').matchAll(/<(?:\w+:)?si\b[^>]*?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?si>)/g)].map(
      ([, item = '']) => textsIn(item),
    )
    const targets = new Map(
      [...relations.matchAll(/<Relationship\b([^>]*)>/g)].map(([, text = '']) => [
        attribute(text, 'Id'),
        attribute(text, 'Target'),
      ]),
    )
    const sheets = [...book.matchAll(/<(?:\w+:)?sheet\b([^>]*)>/g)].map(([, text = '']) => text)
    let isWhole = sheets.length > 0 && sheets.length <= mostSheets
    for (const [index, sheet] of sheets.slice(0, mostSheets).entries()) {
      const target = targets.get(attribute(sheet, 'id')) ?? ''
      const xml = await read(target.startsWith('/') ? target.slice(1) : `xl/${target}`, longestPart)
      if (xml === null) {
        isWhole = false
        continue
      }
      const name = plain(attribute(sheet, 'name') ?? '')
      const heads = new Map<string, string>()
      for (const cells of rowsOf(xml, shared)) {
        for (const mark of marksOfRow(cells, heads)) report({ page: index + 1, sheet: name, ...mark })
        for (const { name: cell, text } of cells)
          if (!heads.has(columnOf(cell)) && text.length <= 30 && !/\d{4}/.test(text)) heads.set(columnOf(cell), text)
      }
    }
    return isWhole
  })
