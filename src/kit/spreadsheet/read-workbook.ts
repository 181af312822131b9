import { readFile } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'
import { readSheet } from 'read-excel-file/node'

/** Maximum unpacked bytes of a workbook: far more than its rows need, far less than a zip bomb expands to. */
const mostUnpacked = 64 * 1024 ** 2

/**
 * Decompresses every entry once with a limit and throws at the first excess byte, because the library that reads the
 * rows trusts the sizes in the archive.
 */
const checkUnpacked = (bytes: Buffer): void => {
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0) throw new Error('no archive')
  let place = bytes.readUInt32LE(end + 16)
  let remainingBytes = mostUnpacked
  for (let entry = bytes.readUInt16LE(end + 10); entry > 0; entry -= 1) {
    if (bytes.toString('latin1', place, place + 4) !== 'PK\x01\x02') throw new Error('a broken directory')
    const method = bytes.readUInt16LE(place + 10)
    const packed = bytes.readUInt32LE(place + 20)
    const local = bytes.readUInt32LE(place + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const content = bytes.subarray(start, start + packed)
    remainingBytes -=
      method === 0 ? content.length : inflateRawSync(content, { maxOutputLength: remainingBytes + 1 }).length
    if (remainingBytes < 0) throw new Error('too large unpacked')
    place += 46 + bytes.readUInt16LE(place + 28) + bytes.readUInt16LE(place + 30) + bytes.readUInt16LE(place + 32)
  }
}

const asText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  // Remove the apostrophe that an export puts before a text that looks like a formula.
  return String(cell)
    .trim()
    .replace(/^'(?=[=+\-@])/, '')
}

/**
 * Returns the first sheet of an Excel workbook as texts, row by row; null if it is no workbook or exceeds the limit.
 */
export const readExcel = async (path: string): Promise<string[][] | null> => {
  try {
    const bytes = await readFile(path)
    checkUnpacked(bytes)
    return (await readSheet(bytes)).map((cells) => cells.map(asText))
  } catch {
    return null
  }
}
