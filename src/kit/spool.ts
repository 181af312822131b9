import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isUnreachable } from './db/pool.ts'

/**
 * What was accepted while the database was away, one private file each, until it can be written down. An entry is on
 * the disk before its sender is told; its name is made of its key, and an entry is never overwritten: the second one
 * under a name is told what the first one was.
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
 * Creates a private file whole or not at all, and never over another one: of several processes that share the folder
 * exactly one is answered true. link() fails where the name is taken, which rename() does not. `durable`: when this
 * resolves the file survives a power cut.
 */
export const createOnce = async (path: string, text: string, { durable = false } = {}): Promise<boolean> => {
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

/** A file's text; null where there is none. */
export const readIfThere = (path: string): Promise<string | null> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })

/** The entry that waits under a name; null where none does. */
export const readEntry = (directory: string, name: string): Promise<string | null> =>
  readIfThere(fileOf(directory, name))

/**
 * Keeps a value until it is delivered; when this resolves it survives a power cut. `name` is letters, digits, `-`.
 * Answers null, or the text of the entry that waits under this name already: then nothing was kept.
 */
export const keepInSpool = async (directory: string, name: string, value: object): Promise<string | null> => {
  for (;;) {
    if (await createOnce(fileOf(directory, name), JSON.stringify(value), { durable: true })) return null
    const found = await readEntry(directory, name)
    // Null: it was delivered between the two.
    if (found !== null) return found
  }
}

export interface SpoolOutlet {
  /** Takes an entry to where it belongs. It may be called twice for one entry, so it must be idempotent. */
  deliver(value: unknown): Promise<void>
  /** Takes over what could not be delivered, with its text as it was kept; idempotent too. Throws to keep it here. */
  refuse(text: string, error: unknown): Promise<void>
}

const deliverEntry = async ({ deliver, refuse }: SpoolOutlet, text: string): Promise<boolean> => {
  try {
    await deliver(JSON.parse(text))
    return true
  } catch (error) {
    if (isUnreachable(error)) throw error
    try {
      // Where another process was in the middle of it, the second try finds it done.
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
 * Delivers what waits; stops while the database is away. An entry that is refused for another reason is handed to
 * `refuse`, and stays where that fails. Answers how many were delivered.
 */
export const deliverSpool = async (directory: string, outlet: SpoolOutlet, log: FastifyBaseLogger): Promise<number> => {
  const names = (await readdir(directory).catch(() => [] as string[])).filter(isEntry).sort()
  let delivered = 0
  const stuck: unknown[] = []
  for (const name of names) {
    const path = join(directory, name)
    // Another process of this installation may have been first.
    const text = await readIfThere(path)
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

/** Earlier releases set aside what was refused in a folder of its own; it is tried again, and staff see what fails. */
export const reviveRefused = async (directory: string): Promise<void> => {
  const refused = join(directory, 'refused')
  for (const name of (await readdir(refused).catch(() => [] as string[])).filter(isEntry)) {
    try {
      await link(join(refused, name), join(directory, name))
      await rm(join(refused, name), { force: true })
    } catch (error) {
      // Another one waits under its name, or another process was first.
      if (!['EEXIST', 'ENOENT'].includes(codeOf(error) ?? '')) throw error
    }
  }
}

/** Removes files of a folder that are older than `age` milliseconds; those that `spare` names stay. */
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

/** Delivers what waits, once a second, until it is closed. */
export const startSpool = (
  directory: string,
  outlet: SpoolOutlet,
  log: FastifyBaseLogger,
): { close(): Promise<void> } => {
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        await reviveRefused(directory)
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
