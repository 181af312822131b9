import { readFile } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'
import { readSheet } from 'read-excel-file/node'

/** What a workbook may take unpacked, in bytes: far more than its rows need, far less than a bomb has. */
const mostUnpacked = 64 * 1024 ** 2

/**
 * Unpacks every entry once with a bound, and throws at the first byte too many: the library that reads the rows trusts
 * the sizes an archive claims.
 */
const checkUnpacked = (bytes: Buffer): void => {
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0) throw new Error('no archive')
  let place = bytes.readUInt32LE(end + 16)
  let left = mostUnpacked
  for (let entry = bytes.readUInt16LE(end + 10); entry > 0; entry -= 1) {
    if (bytes.toString('latin1', place, place + 4) !== 'PK\x01\x02') throw new Error('a broken directory')
    const method = bytes.readUInt16LE(place + 10)
    const packed = bytes.readUInt32LE(place + 20)
    const local = bytes.readUInt32LE(place + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const content = bytes.subarray(start, start + packed)
    left -= method === 0 ? content.length : inflateRawSync(content, { maxOutputLength: left + 1 }).length
    if (left < 0) throw new Error('too large unpacked')
    place += 46 + bytes.readUInt16LE(place + 28) + bytes.readUInt16LE(place + 30) + bytes.readUInt16LE(place + 32)
  }
}

const asText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  // What an export put before a text that reads as a formula.
  return String(cell)
    .trim()
    .replace(/^'(?=[=+\-@])/, '')
}

/** The first sheet of an Excel workbook as texts, row by row; null for what is none or is larger than it says. */
export const readExcel = async (path: string): Promise<string[][] | null> => {
  try {
    const bytes = await readFile(path)
    checkUnpacked(bytes)
    return (await readSheet(bytes)).map((cells) => cells.map(asText))
  } catch {
    return null
  }
}
