import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw, inflateRaw } from 'node:zlib'

/** File entry of a ZIP directory. */
export interface Packed {
  name: string
  method: number
  /** Compressed size in bytes, and the offset of its local header. */
  packed: number
  at: number
}

/** Reason for refusing a ZIP: broken directory, or too large when unpacked. */
export type ArchiveFault = 'broken' | 'too_large'

export class ArchiveRefused extends Error {
  readonly fault: ArchiveFault
  constructor(fault: ArchiveFault) {
    super(fault)
    this.fault = fault
  }
}

/** Maximum unpacked bytes; a workbook with several hundred thousand rows stays below. */
const mostBytes = 200 * 1024 ** 2
const mostFiles = 5000
const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const headSignature = 0x04034b50
const longestComment = 0xffff
const endLength = 22
const longestDirectory = 4 * 1024 ** 2

const readAt = async (file: FileHandle, at: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  if (bytesRead !== length) throw new ArchiveRefused('broken')
  return buffer
}

/** Finds the end record; a comment after it may contain the signature too, so its length must fit. */
const findEnd = (tail: Buffer, signature: Buffer): number => {
  let end = tail.lastIndexOf(signature)
  while (end >= 0) {
    if (end + endLength <= tail.length && end + endLength + tail.readUInt16LE(end + 20) <= tail.length) return end
    end = end === 0 ? -1 : tail.lastIndexOf(signature, end - 1)
  }
  return -1
}

/** Reads the entries of a ZIP directory (PKWARE APPNOTE 6.3), without ZIP64, which no file of 50 MB needs. */
const directoryOf = async (file: FileHandle): Promise<Packed[]> => {
  const { size } = await file.stat()
  const length = Math.min(size, endLength + longestComment)
  const tail = await readAt(file, size - length, length)
  const signature = Buffer.alloc(4)
  signature.writeUInt32LE(endSignature)
  const end = findEnd(tail, signature)
  if (end < 0) throw new ArchiveRefused('broken')
  const count = tail.readUInt16LE(end + 10)
  const directoryLength = tail.readUInt32LE(end + 12)
  if (count > mostFiles || directoryLength > longestDirectory) throw new ArchiveRefused('too_large')
  const directory = await readAt(file, tail.readUInt32LE(end + 16), directoryLength)
  const found: Packed[] = []
  let place = 0
  for (let index = 0; index < count; index += 1) {
    if (place + 46 > directory.length || directory.readUInt32LE(place) !== entrySignature)
      throw new ArchiveRefused('broken')
    const nameLength = directory.readUInt16LE(place + 28)
    found.push({
      // Some programs write backslashes.
      name: directory.toString('utf8', place + 46, place + 46 + nameLength).replaceAll('\\', '/'),
      method: directory.readUInt16LE(place + 10),
      packed: directory.readUInt32LE(place + 20),
      at: directory.readUInt32LE(place + 42),
    })
    place += 46 + nameLength + directory.readUInt16LE(place + 30) + directory.readUInt16LE(place + 32)
  }
  return found
}

/**
 * Returns the offset of an entry's data. Reads the local header, because its extra field may differ from the
 * directory's.
 */
const startOf = async (file: FileHandle, { at }: Packed): Promise<number> => {
  const head = await readAt(file, at, 30)
  if (head.readUInt32LE(0) !== headSignature) throw new ArchiveRefused('broken')
  return at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
}

const inZip = async <T>(path: string, work: (file: FileHandle, entries: Packed[]) => Promise<T>): Promise<T> => {
  const file = await open(path)
  try {
    return await work(file, await directoryOf(file))
  } catch (error) {
    // Offsets beyond the file, or invalid compressed data.
    if (error instanceof RangeError || (error as { code?: string }).code?.startsWith('Z_'))
      throw new ArchiveRefused('broken')
    throw error
  } finally {
    await file.close()
  }
}

/**
 * Decompresses a ZIP, discarding the output, and counts bytes: the sizes in the directory may be false, and entries may
 * overlap. Throws `ArchiveRefused` as soon as the limit is exceeded.
 */
export const checkArchive = (path: string, maxBytes = mostBytes): Promise<void> =>
  inZip(path, async (file, entries) => {
    let bytes = 0
    const count = (more: number) => {
      bytes += more
      if (bytes > maxBytes) throw new ArchiveRefused('too_large')
    }
    for (const entry of entries) {
      if (entry.method !== 0 && entry.method !== 8) throw new ArchiveRefused('broken')
      const start = await startOf(file, entry)
      if (entry.method === 0) count(entry.packed)
      else if (entry.packed > 0)
        await pipeline(
          Readable.from(chunksOf(file, start, entry.packed)),
          createInflateRaw(),
          async (chunks: AsyncIterable<Buffer>) => {
            for await (const chunk of chunks) count(chunk.length)
          },
        )
    }
  })

async function* chunksOf(file: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < length; done += 65_536)
    yield await readAt(file, start + done, Math.min(65_536, length - done))
}

/** Reads a file of a ZIP up to `maxBytes`, without regard to letter case; null if it is missing or larger. */
export type ReadEntry = (name: string, maxBytes: number) => Promise<string | null>

/** Runs `work` with a reader of the files of a ZIP, and their names in lower case. */
export const readArchive = <T>(
  path: string,
  work: (read: ReadEntry, names: ReadonlySet<string>) => Promise<T>,
): Promise<T> =>
  inZip(path, (file, entries) => {
    const byName = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]))
    const read: ReadEntry = async (name, maxBytes) => {
      const entry = byName.get(name.toLowerCase())
      if (!entry) return null
      const packed = await readAt(file, await startOf(file, entry), entry.packed)
      if (entry.method === 0) return packed.length > maxBytes ? null : packed.toString('utf8')
      return new Promise((resolve, reject) => {
        inflateRaw(packed, { maxOutputLength: maxBytes }, (error, bytes) => {
          if (!error) resolve(bytes.toString('utf8'))
          else if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') resolve(null)
          else reject(error)
        })
      })
    }
    return work(read, new Set(byName.keys()))
  })
