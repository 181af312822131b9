import { readFile } from 'node:fs/promises'
import { decodeText, readDelimited } from './read-delimited.ts'
import { readWorkbook } from './read-workbook.ts'
import { type SheetData, SheetFileRefused } from './sheet-data.ts'

const zipSignature = 'PK\x03\x04'
/** Compound file of older Office programs, which also wraps encrypted workbooks (MS-CFB, MS-OFFCRYPTO). */
const compoundSignature = '\xd0\xcf\x11\xe0'

/** Reason for refusing a compound file, by the names of its streams. */
const faultOfCompound = (bytes: Buffer) => {
  const hasStream = (name: string) => bytes.includes(Buffer.from(name, 'utf16le'))
  if (hasStream('EncryptedPackage')) return 'sheet_locked'
  return hasStream('Workbook') || hasStream('Book') ? 'sheet_old' : 'sheet_kind'
}

/**
 * Reads the sheets of a spreadsheet file, by its bytes. Text counts as CSV only if the file's name says so. Throws
 * `SheetFileRefused`. Blocks while it parses: call it in a thread.
 */
export const readSheets = async (path: string, name: string): Promise<SheetData[]> => {
  const bytes = await readFile(path)
  const signature = bytes.toString('latin1', 0, 4)
  if (signature === zipSignature) return readWorkbook(path)
  if (signature === compoundSignature) throw new SheetFileRefused(faultOfCompound(bytes))
  const text = decodeText(bytes)?.replace(/^\uFEFF/, '')
  if (text === undefined) throw new SheetFileRefused('sheet_kind')
  // Many programs export a web page or XML under the name .xls.
  if (/^\s*<(?:!doctype|html|table|meta|\?xml)/i.test(text)) throw new SheetFileRefused('sheet_old')
  if (!/\.(?:csv|tsv|txt)$/i.test(name)) throw new SheetFileRefused('sheet_kind')
  return [{ name: 'CSV', isHidden: false, rows: readDelimited(text) }]
}
