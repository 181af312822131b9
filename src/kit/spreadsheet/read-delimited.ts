import { cleanCell } from './clean-cell.ts'
import { type DataRow, maxCells, maxColumns, SheetFileRefused } from './sheet-data.ts'

const decode = (bytes: Uint8Array, encoding: string): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** True if every second byte is mostly zero, as in UTF-16 text without a byte order mark. */
const hasZeros = (bytes: Uint8Array, offset: 0 | 1): boolean => {
  const sample = bytes.subarray(0, 400)
  const zeros = sample.filter((byte, index) => index % 2 === offset && byte === 0).length
  return zeros > sample.length / 10
}

/**
 * Decodes a text file: by its byte order mark, as UTF-8 if it is valid, as UTF-16 if it looks like it, else as Korean
 * (`euc-kr` is CP949 in the Encoding Standard) or Chinese. Returns null for a binary file.
 */
export const decodeText = (bytes: Uint8Array): string | null => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decode(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decode(bytes, 'utf-16be')
  if (bytes.includes(0)) {
    const encoding = hasZeros(bytes, 1) ? 'utf-16le' : hasZeros(bytes, 0) ? 'utf-16be' : null
    const text = encoding && decode(bytes, encoding)
    return text && !text.includes('\0') ? text : null
  }
  return decode(bytes, 'utf-8') ?? decode(bytes, 'euc-kr') ?? decode(bytes, 'gb18030')
}

const delimiters = [',', '\t', ';']

/** Returns the separator that most of the first lines contain outside quotes; commas within one address do not count. */
const findDelimiter = (text: string): string => {
  const lines = text
    .slice(0, 5000)
    .replace(/"[^"]*"/g, '')
    .split(/[\r\n]+/)
  const counts = delimiters.map((delimiter) => lines.filter((line) => line.includes(delimiter)).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}

/**
 * Reads comma-, tab- or semicolon-separated text (RFC 4180). Row numbers are those that a spreadsheet would show. Throws
 * `SheetFileRefused` if it is too large, or if a quote is not closed: all rows below it would be one cell.
 */
export const readDelimited = (text: string): DataRow[] => {
  const [, named] = /^sep=(.)\r?\n/i.exec(text) ?? []
  const body = named ? text.slice(text.indexOf('\n') + 1) : text
  const delimiter = named ?? findDelimiter(body)
  const rows: DataRow[] = []
  let row = 1
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let count = 0
  const endCell = () => {
    if (cells.length < maxColumns) cells.push(cleanCell(cell))
    cell = ''
  }
  const endRow = () => {
    endCell()
    const filled = cells.filter((one) => one !== '').length
    count += filled
    if (count > maxCells) throw new SheetFileRefused('sheet_large')
    if (filled > 0) rows.push({ row, cells, broken: [] })
    row += 1
    cells = []
  }
  for (let place = 0; place < body.length; place += 1) {
    const letter = body[place] ?? ''
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (body[place + 1] === '"') {
        cell += '"'
        place += 1
      } else isQuoted = false
    } else if (letter === '"' && cell.trim() === '') {
      cell = ''
      isQuoted = true
    } else if (letter === delimiter) endCell()
    else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && body[place + 1] === '\n') place += 1
      endRow()
    } else cell += letter
  }
  if (isQuoted) throw new SheetFileRefused('sheet_quote')
  if (cell !== '' || cells.length > 0) endRow()
  return rows
}
