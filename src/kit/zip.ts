import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'

/** File of a ZIP. `open` is called twice, for the checksum and for the content; null if the file no longer exists. */
export interface ZipEntry {
  name: string
  open: () => Promise<Readable | Buffer | null>
}

const utf8Names = 0x0800

const measure = async (source: Readable | Buffer): Promise<{ crc: number; bytes: number }> => {
  let crc = 0
  let bytes = 0
  for await (const chunk of Buffer.isBuffer(source) ? [source] : (source as AsyncIterable<Buffer>)) {
    crc = crc32(chunk, crc)
    bytes += chunk.length
  }
  return { crc, bytes }
}

/** MS-DOS time and date, two bytes each, in UTC. */
const dosTime = (at: Date): [number, number] => [
  (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
]

/**
 * Returns a name that no earlier entry has, because unpacking would overwrite one of them. Compares case-insensitively,
 * like some file systems.
 */
const untaken = (name: string, taken: Set<string>): string => {
  const keyOf = (text: string) => text.normalize('NFC').toLowerCase()
  const [, stem = name, ending = ''] = /^(.+?)(\.[^./]{1,8})?$/s.exec(name) ?? []
  let free = name
  for (let number = 2; taken.has(keyOf(free)); number += 1) free = `${stem} (${number})${ending}`
  taken.add(keyOf(free))
  return free
}

/**
 * Streams a ZIP without compression (PKWARE APPNOTE 6.3): pictures and PDF would not get smaller, and only one chunk is
 * in memory. A repeated name gets a number. Limited to 4 GB and 65,535 entries.
 */
export async function* zipOf(entries: readonly ZipEntry[], at: Date): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  const [time, date] = dosTime(at)
  const taken = new Set<string>()
  let offset = 0
  for (const { name, open } of entries) {
    const first = await open()
    const again = first && (Buffer.isBuffer(first) ? first : null)
    if (!first) continue
    const { crc, bytes } = await measure(first)
    const title = Buffer.from(untaken(name, taken))
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(utf8Names, 2)
    common.writeUInt16LE(time, 6)
    common.writeUInt16LE(date, 8)
    common.writeUInt32LE(crc, 10)
    common.writeUInt32LE(bytes, 14)
    common.writeUInt32LE(bytes, 18)
    common.writeUInt16LE(title.length, 22)
    const head = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, title])
    yield head
    const source = again ?? (await open())
    if (!source) throw new Error('A file went away while it was packed')
    for await (const chunk of Buffer.isBuffer(source) ? [source] : (source as AsyncIterable<Buffer>)) yield chunk
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    const version = Buffer.from([20, 3])
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), version, common, tail, title]))
    offset += head.length + bytes
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  yield Buffer.concat([central, Buffer.from('PK\x05\x06', 'latin1'), end])
}
