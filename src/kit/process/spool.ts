import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isUnreachable } from '../db/pool.ts'

/**
 * Spool for input accepted while the database is unavailable: one private file per entry, until it can be stored. An
 * entry is on disk before its sender gets an answer. Its name derives from its key and it is never overwritten: a
 * second entry with the same name gets the text of the first one instead.
 */

const isEntry = (name: string) => /^[\w-]{1,200}\.json$/.test(name)
const fileOf = (directory: string, name: string) => join(directory, `${name}.json`)
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

const syncFolder = async (directory: string): Promise<void> => {
  const folder = await open(directory, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * Creates a private file atomically and never overwrites: of several processes sharing the folder, exactly one gets
 * true. link() fails if the name exists, unlike rename(). With `durable`, the file survives a power failure once this
 * resolves.
 */
export const createExclusively = async (path: string, text: string, { durable = false } = {}): Promise<boolean> => {
  const directory = join(path, '..')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const draft = join(directory, `.${randomUUID()}.part`)
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(text)
      if (durable) await file.sync()
    } finally {
      await file.close()
    }
    await link(draft, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    return false
  } finally {
    await rm(draft, { force: true })
  }
  if (durable) await syncFolder(directory)
  return true
}

/** Returns a file's text; null if it does not exist. */
export const readIfExists = (path: string): Promise<string | null> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })

/** Returns the pending entry with this name; null if there is none. */
export const readEntry = (directory: string, name: string): Promise<string | null> =>
  readIfExists(fileOf(directory, name))

/**
 * Stores a value until it is delivered; it survives a power failure once this resolves. `name` may contain letters,
 * digits and `-`. Returns null, or the text of the pending entry with this name, in which case nothing was stored.
 */
export const addToSpool = async (directory: string, name: string, value: object): Promise<string | null> => {
  for (;;) {
    if (await createExclusively(fileOf(directory, name), JSON.stringify(value), { durable: true })) return null
    const found = await readEntry(directory, name)
    // If null, the entry was delivered in between.
    if (found !== null) return found
  }
}

export interface SpoolOutlet {
  /** Delivers an entry. It may be called twice for one entry, so it must be idempotent. */
  deliver(value: unknown): Promise<void>
  /**
   * Takes over an entry that could not be delivered, with its stored text; idempotent too. Throw to leave the entry in
   * the spool.
   */
  refuse(text: string, error: unknown): Promise<void>
}

const deliverEntry = async ({ deliver, refuse }: SpoolOutlet, text: string): Promise<boolean> => {
  try {
    await deliver(JSON.parse(text))
    return true
  } catch (error) {
    if (isUnreachable(error)) throw error
    try {
      // If another process was delivering it concurrently, the second attempt finds it done.
      await deliver(JSON.parse(text))
      return true
    } catch (again) {
      if (isUnreachable(again)) throw again
      await refuse(text, again)
      return false
    }
  }
}

/**
 * Delivers pending entries; stops while the database is unavailable. An entry that fails for another reason is passed
 * to `refuse`, and stays if that fails. Returns the number of delivered entries.
 */
export const deliverSpool = async (directory: string, outlet: SpoolOutlet, log: FastifyBaseLogger): Promise<number> => {
  const names = (await readdir(directory).catch(() => [] as string[])).filter(isEntry).sort()
  let delivered = 0
  const stuck: unknown[] = []
  for (const name of names) {
    const path = join(directory, name)
    // Another process of this installation may have delivered it first.
    const text = await readIfExists(path)
    if (text === null) continue
    try {
      if (await deliverEntry(outlet, text)) delivered += 1
      else log.error({ entry: name }, 'what was kept could not be delivered; it was set aside for staff')
      await rm(path, { force: true })
    } catch (error) {
      if (isUnreachable(error)) return delivered
      stuck.push(error)
    }
  }
  if (stuck.length > 0)
    log.error({ err: stuck[0], entries: stuck.length }, 'what was kept can neither be delivered nor set aside yet')
  return delivered
}

/**
 * Moves entries back that earlier releases put into a folder for refused ones; they are retried, and staff see those
 * that fail.
 */
export const retryRefused = async (directory: string): Promise<void> => {
  const refused = join(directory, 'refused')
  for (const name of (await readdir(refused).catch(() => [] as string[])).filter(isEntry)) {
    try {
      await link(join(refused, name), join(directory, name))
      await rm(join(refused, name), { force: true })
    } catch (error) {
      // Another entry with its name is pending, or another process moved it first.
      if (!['EEXIST', 'ENOENT'].includes(codeOf(error) ?? '')) throw error
    }
  }
}

/** Removes files in a folder that are older than `age` milliseconds, except those for which `spare` returns true. */
export const sweepFolder = async (
  directory: string,
  now: Date,
  age: number,
  spare: (name: string) => Promise<boolean> | boolean = () => false,
): Promise<number> => {
  let removed = 0
  for (const name of await readdir(directory).catch(() => [] as string[])) {
    const path = join(directory, name)
    const found = await stat(path).catch(() => null)
    if (!found?.isFile() || found.mtimeMs > now.getTime() - age || (await spare(name))) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}

/** Milliseconds between two polls. */
const pause = 1000

/** Delivers pending entries once a second until closed. */
export const startSpool = (
  directory: string,
  outlet: SpoolOutlet,
  log: FastifyBaseLogger,
): { close(): Promise<void> } => {
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        await retryRefused(directory)
        const delivered = await deliverSpool(directory, outlet, log)
        if (delivered > 0) log.info({ delivered }, 'what was kept while the database was away is delivered')
      } catch (error) {
        log.error({ err: error }, 'what was kept could not be looked through')
      }
      await wait(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    async close() {
      stopping.abort()
      await running
    },
  }
}
