import type { Readable } from 'node:stream'
import { makeZip } from 'client-zip'

/** File of a ZIP. `open` returns null if the file no longer exists; the ZIP omits it. */
export interface ZipEntry {
  name: string
  open: () => Promise<Readable | Buffer | null>
}

/**
 * Returns a name that no earlier entry has, because unpacking would overwrite one of them. Compares case-insensitively,
 * like some file systems.
 */
const uniqueName = (name: string, usedNames: Set<string>): string => {
  const keyOf = (text: string) => text.normalize('NFC').toLowerCase()
  const [, stem = name, ending = ''] = /^(.+?)(\.[^./]{1,8})?$/s.exec(name) ?? []
  let free = name
  for (let number = 2; usedNames.has(keyOf(free)); number += 1) free = `${stem} (${number})${ending}`
  usedNames.add(keyOf(free))
  return free
}

/**
 * Streams a ZIP without compression: pictures and PDF would not get smaller, and only one chunk is in memory. A repeated
 * name gets a number.
 */
export const streamZip = (entries: readonly ZipEntry[], lastModified: Date): AsyncIterable<Uint8Array> => {
  const inputs = async function* () {
    const usedNames = new Set<string>()
    for (const { name, open } of entries) {
      const input = (await open()) as Readable | Buffer<ArrayBuffer> | null
      if (input) yield { name: uniqueName(name, usedNames), lastModified, input }
    }
  }
  return makeZip(inputs())
}
