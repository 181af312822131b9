import { ArchiveRefused, type ReadEntry, readArchive } from '../personal/archive.ts'
import { cleanCell } from './clean-cell.ts'
import { builtInFormat, formatNumber } from './number-format.ts'
import { readAttribute, readXml } from './read-xml.ts'
import { type DataRow, maxCells, maxColumns, type SheetData, SheetFileRefused } from './sheet-data.ts'

/** Maximum characters of XML of a sheet, or of another part; a zip bomb expands to more. */
const longestPart = 64 * 1024 ** 2
/** Maximum elements of cells, empty ones with a format included. */
const maxCellElements = 2_000_000
const maxSheets = 100

/** Decodes `_x000D_` (ECMA-376 part 1, 22.9.2.19); a literal `_x0041_` is stored as `_x005F_x0041_`. */
const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

interface Workbook {
  is1904: boolean
  sheets: { name: string; isHidden: boolean; part: string }[]
  strings: string[]
  /** Number format by cell style. */
  formats: string[]
}

interface Part {
  read: ReadEntry
  names: ReadonlySet<string>
}

const readPart = async ({ read, names }: Part, name: string): Promise<string> => {
  const xml = await read(name, longestPart)
  if (xml === null && names.has(name.toLowerCase())) throw new SheetFileRefused('sheet_large')
  return xml ?? ''
}

/** Resolves the target of a relationship against the folder of its source. */
const resolvePart = (folder: string, target: string): string => {
  if (target.startsWith('/')) return target.slice(1)
  const path: string[] = []
  for (const step of `${folder}${target}`.split('/')) {
    if (step === '..') path.pop()
    else if (step !== '.' && step !== '') path.push(step)
  }
  return path.join('/')
}

const readRelations = (xml: string, folder: string): { id: string; type: string; part: string }[] =>
  [...readXml(xml)].flatMap((token) =>
    token.kind === 'open' && token.name === 'Relationship'
      ? [
          {
            id: readAttribute(token.attributes, 'Id') ?? '',
            type: (readAttribute(token.attributes, 'Type') ?? '').split('/').at(-1) ?? '',
            part: resolvePart(folder, readAttribute(token.attributes, 'Target') ?? ''),
          },
        ]
      : [],
  )

/** Reads the shared strings, without phonetic readings. */
const readStrings = (xml: string): string[] => {
  const strings: string[] = []
  let text: string | undefined
  let inText = false
  let inReading = false
  for (const token of readXml(xml)) {
    if (token.kind === 'text') {
      if (inText && !inReading) text = (text ?? '') + token.text
    } else if (token.name === 'si') {
      if (token.kind === 'open') text = ''
      if (token.kind === 'close' || token.isEmpty) {
        strings.push(decodeEscapes(text ?? ''))
        text = undefined
      }
    } else if (token.name === 'rPh') inReading = token.kind === 'open' && !token.isEmpty
    else if (token.name === 't') inText = token.kind === 'open' && !token.isEmpty
  }
  return strings
}

const readFormats = (xml: string): string[] => {
  const codes = new Map<number, string>()
  const formats: string[] = []
  let inCells = false
  for (const token of readXml(xml)) {
    if (token.kind === 'text') continue
    if (token.name === 'cellXfs') inCells = token.kind === 'open' && !token.isEmpty
    if (token.kind !== 'open') continue
    if (token.name === 'numFmt')
      codes.set(
        Number(readAttribute(token.attributes, 'numFmtId')),
        readAttribute(token.attributes, 'formatCode') ?? '',
      )
    if (inCells && token.name === 'xf') {
      const id = Number(readAttribute(token.attributes, 'numFmtId') ?? 0)
      formats.push(codes.get(id) ?? builtInFormat(id))
    }
  }
  return formats
}

const readBook = async (parts: Part): Promise<Workbook> => {
  const root = readRelations(await readPart(parts, '_rels/.rels'), '')
  const part = root.find(({ type }) => type === 'officeDocument')?.part ?? 'xl/workbook.xml'
  // ODS, or the binary form of Excel.
  if (/\.bin$/i.test(part) || parts.names.has('mimetype')) throw new SheetFileRefused('sheet_old')
  if (!parts.names.has(part.toLowerCase())) throw new SheetFileRefused('sheet_kind')
  const [, folder = '', file = ''] = /^(.*\/)?([^/]*)$/.exec(part) ?? []
  const relations = readRelations(await readPart(parts, `${folder}_rels/${file}.rels`), folder)
  const sheets: Workbook['sheets'] = []
  let is1904 = false
  for (const token of readXml(await readPart(parts, part))) {
    if (token.kind !== 'open') continue
    if (token.name === 'workbookPr') is1904 = /^(1|true)$/.test(readAttribute(token.attributes, 'date1904') ?? '')
    if (token.name !== 'sheet') continue
    const relation = relations.find(({ id }) => id === readAttribute(token.attributes, 'id'))
    if (relation?.type !== 'worksheet') continue
    sheets.push({
      name: decodeEscapes(readAttribute(token.attributes, 'name') ?? ''),
      isHidden: /hidden$/i.test(readAttribute(token.attributes, 'state') ?? ''),
      part: relation.part,
    })
  }
  if (sheets.length === 0) throw new SheetFileRefused('sheet_kind')
  const partOf = (kind: string) => relations.find(({ type }) => type === kind)?.part
  const [strings, styles] = [partOf('sharedStrings'), partOf('styles')]
  return {
    is1904,
    sheets: sheets.slice(0, maxSheets),
    strings: strings ? readStrings(await readPart(parts, strings)) : [],
    formats: styles ? readFormats(await readPart(parts, styles)) : [],
  }
}

/** Parses `AB12` to a column index; -1 without letters. */
const columnOf = (reference: string): number => {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** Cell while it is read. */
interface OpenCell {
  column: number
  type: string
  style: number
  value: string
  hasFormula: boolean
}

const isoDate = (text: string): string => {
  const [, date, time = ''] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2})?))?/.exec(text) ?? []
  const shown = time.replace(/:00$/, (end) => (time.length > 5 ? '' : end))
  return date === undefined ? text : shown === '' || shown === '00:00' ? date : `${date} ${shown}`
}

const textOf = ({ type, style, value }: OpenCell, { strings, formats, is1904 }: Workbook): string => {
  if (value === '') return ''
  switch (type) {
    case 's':
      return strings[Number(value)] ?? ''
    case 'str':
    case 'inlineStr':
      return decodeEscapes(value)
    case 'b':
      return value.trim() === '1' || value.trim() === 'true' ? 'TRUE' : 'FALSE'
    case 'd':
      return isoDate(value)
    case 'e':
      return value
    default: {
      const number = Number(value)
      return value.trim() === '' || !Number.isFinite(number)
        ? value
        : formatNumber(number, formats[style] ?? 'General', is1904)
    }
  }
}

/** Repeats the value of a merged area in each of its rows: a merged cell belongs to all of them. */
const fillMerges = (rows: Map<number, DataRow>, merges: readonly string[]): void => {
  for (const merge of merges) {
    const [from = '', to = ''] = merge.split(':')
    const [top, bottom, column] = [Number(/\d+$/.exec(from)?.[0]), Number(/\d+$/.exec(to)?.[0]), columnOf(from)]
    const text = rows.get(top)?.cells[column]
    if (!text || !(bottom > top) || column < 0) continue
    for (let row = top + 1; row <= Math.min(bottom, top + 5000); row += 1) {
      const line = rows.get(row)
      // A row with nothing else stays empty.
      if (line) line.cells[column] ||= text
    }
  }
}

interface Budget {
  texts: number
  elements: number
}

const readSheetXml = (xml: string, book: Workbook, budget: Budget): DataRow[] => {
  const rows = new Map<number, DataRow>()
  const merges: string[] = []
  let [row, column] = [0, -1]
  let cell: OpenCell | undefined
  let inValue = false
  let inReading = false
  const close = () => {
    if (!cell) return
    const text = cleanCell(textOf(cell, book))
    const isBroken = cell.type === 'e' || (cell.hasFormula && cell.value === '' && cell.type !== 'str')
    if ((text !== '' || isBroken) && cell.column < maxColumns) {
      budget.texts += 1
      if (budget.texts > maxCells) throw new SheetFileRefused('sheet_large')
      const line = rows.get(row) ?? { row, cells: [], broken: [] }
      line.cells[cell.column] = text
      if (isBroken) line.broken.push(cell.column)
      rows.set(row, line)
    }
    cell = undefined
  }
  for (const token of readXml(xml)) {
    if (token.kind === 'text') {
      if (cell && inValue && !inReading) cell.value += token.text
      continue
    }
    const isOpen = token.kind === 'open'
    const isInside = isOpen && !token.isEmpty
    switch (token.name) {
      case 'row':
        if (isOpen) {
          const number = Number(readAttribute(token.attributes, 'r'))
          row = Number.isInteger(number) && number > 0 ? number : row + 1
          column = -1
        }
        break
      case 'c':
        if (isOpen) {
          budget.elements += 1
          if (budget.elements > maxCellElements) throw new SheetFileRefused('sheet_large')
          // The reference is optional: a cell without it follows the one before.
          const reference = columnOf(readAttribute(token.attributes, 'r') ?? '')
          column = reference >= 0 ? reference : column + 1
          cell = {
            column,
            type: readAttribute(token.attributes, 't') ?? 'n',
            style: Number(readAttribute(token.attributes, 's') ?? 0),
            value: '',
            hasFormula: false,
          }
        }
        if (!isInside) close()
        break
      case 'v':
      case 't':
        inValue = isInside
        break
      case 'rPh':
        inReading = isInside
        break
      case 'f':
        if (cell && isOpen) cell.hasFormula = true
        break
      case 'mergeCell':
        if (isOpen) merges.push(readAttribute(token.attributes, 'ref') ?? '')
    }
  }
  fillMerges(rows, merges)
  return [...rows.values()]
    .toSorted((a, b) => a.row - b.row)
    .map((line) => ({ ...line, cells: Array.from(line.cells, (text) => text ?? '') }))
}

/** Reads all sheets of an Excel workbook (ECMA-376). Throws `SheetFileRefused`. */
export const readWorkbook = async (path: string): Promise<SheetData[]> => {
  try {
    return await readArchive(path, async (read, names) => {
      const parts = { read, names }
      const book = await readBook(parts)
      const budget = { texts: 0, elements: 0 }
      const sheets: SheetData[] = []
      for (const { name, isHidden, part } of book.sheets)
        sheets.push({
          name: cleanCell(name),
          isHidden,
          rows: readSheetXml(await readPart(parts, part), book, budget),
        })
      return sheets
    })
  } catch (error) {
    if (error instanceof SheetFileRefused) throw error
    throw new SheetFileRefused(
      error instanceof ArchiveRefused && error.fault === 'too_large' ? 'sheet_large' : 'sheet_broken',
    )
  }
}
