import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { privateFile, privateFolder } from '../process/private-folder.ts'
import type { FileStore } from './file-store.ts'

const safeKey = /^[0-9a-f-]{36}(?:\/[a-z0-9.]{1,40})?$/

const wholeId = /^[0-9a-f-]{36}$/

/** Returns the names in a folder; empty if it is missing or not a folder. */
const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })

/** Milliseconds for which the result of `check` is cached: anyone may request it, and each check writes to the disk. */
const checkLasts = 1000

/** Large enough that no file system stores it inline in the directory entry. */
const probeBytes = Buffer.alloc(16 * 1024, 1)

/** Writes a file with content and flushes it to the disk: a full volume would still accept an empty file. */
const probe = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: privateFolder })
  const path = join(folder, `.probe-${process.pid}`)
  try {
    const file = await open(path, 'w', 0o600)
    try {
      await file.writeFile(probeBytes)
      await file.sync()
    } finally {
      await file.close()
    }
  } finally {
    await rm(path, { force: true })
  }
}

/** Stores files in a folder with 256 subfolders. A file gets its final name only once it is complete. */
export const diskStore = (folder: string): FileStore => {
  const place = (key: string): string => {
    if (!safeKey.test(key)) throw new Error(`Not a file key: ${key}`)
    // Last two digits of the id: these are random, whereas the first ones encode the time.
    return join(folder, key.slice(34, 36), key)
  }
  let checkedAt = Number.NEGATIVE_INFINITY
  let checked = Promise.resolve()
  return {
    async put(key, source) {
      const target = place(key)
      const draft = `${target}.${randomUUID()}.part`
      await mkdir(dirname(target), { recursive: true, mode: privateFolder })
      try {
        if (source instanceof Uint8Array) await writeFile(draft, source, { mode: privateFile })
        else {
          await copyFile(source.path, draft)
          // The copy inherits the mode of its source, which may be a world-readable file of the product.
          await chmod(draft, privateFile)
        }
        await rename(draft, target)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async read(key, range) {
      const path = place(key)
      const size = await stat(path).catch(() => null)
      return size ? createReadStream(path, range) : null
    },
    async size(key) {
      const found = await stat(place(key)).catch(() => null)
      return found?.isFile() ? found.size : null
    },
    async remove(prefix) {
      await rm(place(prefix), { recursive: true, force: true })
    },
    async *idle(milliseconds, now) {
      for (const part of await namesIn(folder)) {
        const ids: string[] = []
        for (const id of await namesIn(join(folder, part))) {
          if (!wholeId.test(id)) continue
          const found = await stat(join(folder, part, id)).catch(() => null)
          // The mtime of a folder changes when a file in it is created or removed.
          if (found && now - found.mtimeMs > milliseconds) ids.push(id)
        }
        if (ids.length > 0) yield ids
      }
    },
    check() {
      const now = performance.now()
      if (now - checkedAt > checkLasts) {
        checkedAt = now
        checked = probe(folder)
        checked.catch(() => undefined)
      }
      return checked
    },
  }
}
