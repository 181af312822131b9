import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isUnreachable } from './db/pool.ts'

/**
 * What was accepted while the database was away, one private file each, until it can be written down. An entry is on
 * the disk before its sender is told; its name is made of its key, so that what is sent twice lies there once.
 */

const isEntry = (name: string) => /^[\w-]{1,200}\.json$/.test(name)

const syncFolder = async (directory: string): Promise<void> => {
  const folder = await open(directory, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Keeps a value until `deliver` takes it; when this resolves it survives a power cut. `name` is letters, digits, `-`. */
export const keepInSpool = async (directory: string, name: string, value: object): Promise<void> => {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const draft = join(directory, `.${randomUUID()}.part`)
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(JSON.stringify(value))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, join(directory, `${name}.json`))
    await syncFolder(directory)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Takes an entry to where it belongs. It may be called twice for one entry, so it must be idempotent. */
export type DeliverEntry = (value: unknown) => Promise<void>

const setAside = async (directory: string, name: string, error: unknown, log: FastifyBaseLogger): Promise<void> => {
  await mkdir(join(directory, 'refused'), { recursive: true, mode: 0o700 })
  try {
    await rename(join(directory, name), join(directory, 'refused', name))
    log.error({ err: error, entry: name }, 'what was kept could not be delivered; it was set aside')
  } catch (failure) {
    // Another process delivered it meanwhile.
    if ((failure as NodeJS.ErrnoException).code !== 'ENOENT') throw failure
  }
}

/**
 * Delivers what waits, oldest first; stops while the database is away. An entry that is refused for another reason is
 * set aside, never removed. Answers how many were delivered.
 */
export const deliverSpool = async (
  directory: string,
  deliver: DeliverEntry,
  log: FastifyBaseLogger,
): Promise<number> => {
  const names = (await readdir(directory).catch(() => [] as string[])).filter(isEntry).sort()
  let delivered = 0
  for (const name of names) {
    const path = join(directory, name)
    // Another process of this house may have been first.
    const text = await readFile(path, 'utf8').catch(() => null)
    if (text === null) continue
    try {
      // Where another process was in the middle of it, the second try finds it done.
      await deliver(JSON.parse(text)).catch((error: unknown) =>
        isUnreachable(error) ? Promise.reject(error) : deliver(JSON.parse(text)),
      )
      await rm(path, { force: true })
      delivered += 1
    } catch (error) {
      if (isUnreachable(error)) return delivered
      await setAside(directory, name, error, log)
    }
  }
  return delivered
}

/** Milliseconds between two looks. */
const pause = 1000

/** Delivers what waits, once a second, until it is closed. */
export const startSpool = (
  directory: string,
  deliver: DeliverEntry,
  log: FastifyBaseLogger,
): { close(): Promise<void> } => {
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        const delivered = await deliverSpool(directory, deliver, log)
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
