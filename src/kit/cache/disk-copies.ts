import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { privateFile, privateFolder } from '../process/private-folder.ts'
import type { Answer } from './encoded-answer.ts'
import { defaultMaxEntries } from './lru-store.ts'

export interface DiskCopy {
  source: string
  key: string
  answer: Answer
}

/** Persists the last good copies across restarts. Writes never delay an answer and never make one fail. */
export interface DiskCopies {
  read(): Promise<DiskCopy[]>
  write(source: string, key: string, answer: Answer): void
  remove(source: string, key: string): void
  /** Waits until all queued copies are written. */
  close(): Promise<void>
}

export const noDiskCopies: DiskCopies = {
  read: async () => [],
  write() {},
  remove() {},
  close: async () => {},
}

export interface DiskCopiesOptions {
  /** Folder with the copies of all builds. */
  directory: string
  /**
   * Id of the current build. Copies of other builds are dropped, because they reference assets that no longer exist.
   */
  build: string
  /** Bytes read back at start; older copies beyond this limit are removed. */
  maxBytes?: number
  /**
   * Maximum number of copies, as a safety limit: the cache already removes the copy of each entry it evicts. The oldest
   * copy is removed first.
   */
  maxCopies?: number
  /** Milliseconds to wait before writing, so that pending requests get the CPU first. */
  writeDelay?: number
  onError?: (error: unknown) => void
}

interface Head {
  source: string
  key: string
  status: number
  headers: Record<string, string>
  tags: string[]
  /** Checksum of the body. Detects a copy that a power failure left half written. */
  checksum: string
}

const checksumOf = (body: Buffer) => createHash('sha256').update(body).digest('base64url')

const encode = ({ source, key, answer }: DiskCopy): Buffer => {
  const head: Head = {
    source,
    key,
    status: answer.status,
    headers: answer.headers,
    tags: [...answer.scope.tags],
    checksum: checksumOf(answer.body),
  }
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), answer.body])
}

/** Returns null if the file is not a complete copy. */
const decode = (file: Buffer): DiskCopy | null => {
  try {
    const end = file.indexOf(10)
    const head = JSON.parse(file.subarray(0, end).toString()) as Head
    const body = Buffer.from(file.subarray(end + 1))
    if (head.checksum !== checksumOf(body)) return null
    const scope = { tags: new Set(head.tags), until: 0 }
    return { source: head.source, key: head.key, answer: { status: head.status, headers: head.headers, body, scope } }
  } catch {
    return null
  }
}

/**
 * Opens the store: one file per key under `<directory>/<build>`, replaced atomically. Several processes may write the
 * same file.
 */
export const openDiskCopies = async (options: DiskCopiesOptions): Promise<DiskCopies> => {
  const {
    directory,
    build,
    maxBytes = 64 * 1024 * 1024,
    maxCopies = 3 * defaultMaxEntries,
    writeDelay = 250,
    onError = () => {},
  } = options
  const folder = join(directory, build)
  const pending = new Map<string, DiskCopy | null>()
  /** Files that exist or are queued, oldest first. */
  const paths = new Set<string>()
  let working: Promise<void> | undefined
  const closing = new AbortController()

  const fileOf = (source: string, key: string) =>
    join(folder, `${createHash('sha256').update(`${source}\n${key}`).digest('hex').slice(0, 32)}.copy`)

  const store = async (path: string, copy: DiskCopy | null) => {
    if (!copy) return rm(path, { force: true })
    const temporaryPath = `${path}.${randomUUID()}`
    const file = await open(temporaryPath, 'w', privateFile)
    try {
      await file.writeFile(encode(copy))
    } finally {
      await file.close()
    }
    await rename(temporaryPath, path)
  }

  const writePending = async () => {
    await wait(writeDelay, undefined, { signal: closing.signal }).catch(() => undefined)
    for (let next = pending.entries().next(); !next.done; next = pending.entries().next()) {
      const [path, copy] = next.value
      pending.delete(path)
      await store(path, copy).catch(onError)
    }
    working = undefined
  }

  const enqueue = (path: string, copy: DiskCopy | null) => {
    // Coalesce: a key that changes often is written once, with its latest content.
    pending.set(path, copy)
    paths.delete(path)
    if (copy) paths.add(path)
    const [oldest] = paths
    if (paths.size > maxCopies && oldest) {
      paths.delete(oldest)
      pending.set(oldest, null)
    }
    working ??= writePending()
  }

  try {
    await mkdir(folder, { recursive: true, mode: privateFolder })
    for (const name of await readdir(directory))
      if (name !== build) await rm(join(directory, name), { recursive: true, force: true })
  } catch (error) {
    onError(error)
  }

  return {
    async read() {
      const copies: { copy: DiskCopy; path: string }[] = []
      const files: { path: string; bytes: number; writtenAt: number }[] = []
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name)
        const found = await stat(path).catch(() => null)
        if (found?.isFile()) files.push({ path, bytes: found.size, writtenAt: found.mtimeMs })
      }
      let bytes = 0
      for (const file of files.sort((a, b) => b.writtenAt - a.writtenAt)) {
        bytes += file.bytes
        const copy =
          bytes <= maxBytes && file.path.endsWith('.copy')
            ? decode(await readFile(file.path).catch(() => Buffer.alloc(0)))
            : null
        if (copy) copies.push({ copy, path: file.path })
        else await rm(file.path, { force: true }).catch(onError)
      }
      // Add the most recent last, so that they are evicted last.
      for (const { path } of copies.reverse()) paths.add(path)
      return copies.map(({ copy }) => copy)
    },
    write: (source, key, answer) => enqueue(fileOf(source, key), { source, key, answer }),
    remove: (source, key) => enqueue(fileOf(source, key), null),
    close: async () => {
      closing.abort()
      await working
    },
  }
}
