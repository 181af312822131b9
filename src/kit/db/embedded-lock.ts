import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { identifyProcess } from '../process/process-identity.ts'

interface Holder {
  pid: number
  run: string
}

/** Thrown if another copy of the application uses the data directory. */
export class DataDirectoryInUse extends Error {
  constructor(dataDirectory: string, pid: number) {
    super(
      `The data directory ${dataDirectory} is in use by another copy (process ${pid}). ` +
        'Stop that copy, or give this one a directory of its own in DATA_DIR.',
    )
  }
}

/**
 * Locks the data directory for this process and returns the function that unlocks it. Throws `DataDirectoryInUse` while
 * another living process holds the lock. Process id and start time together identify the lock of a killed process.
 */
export const lockDataDirectory = async (dataDirectory: string): Promise<() => Promise<void>> => {
  const path = join(dataDirectory, 'lock')
  const own: Holder = { pid: process.pid, run: (await identifyProcess(process.pid)) ?? '' }
  const ownPath = `${path}.${process.pid}`
  await writeFile(ownPath, JSON.stringify(own), { mode: 0o600 })
  try {
    for (;;) {
      const linked = await link(ownPath, path).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'EEXIST') return false
          throw error
        },
      )
      if (linked) break
      const holder = await readHolder(path)
      if (holder && (await identifyProcess(holder.pid)) === holder.run) {
        throw new DataDirectoryInUse(dataDirectory, holder.pid)
      }
      // Two processes may find the same stale lock: the last one to replace it wins, and each checks again.
      await writeFile(`${ownPath}.new`, JSON.stringify(own), { mode: 0o600 })
      await rename(`${ownPath}.new`, path)
      await wait(150)
      const winner = await readHolder(path)
      if (winner?.pid === own.pid && winner.run === own.run) break
    }
  } finally {
    await rm(ownPath, { force: true })
  }
  return async () => {
    if ((await readHolder(path))?.pid === own.pid) await rm(path, { force: true })
  }
}

const readHolder = async (path: string): Promise<Holder | undefined> => {
  try {
    const value = JSON.parse(await readFile(path, 'utf8')) as Partial<Holder>
    return typeof value.pid === 'number' && typeof value.run === 'string'
      ? { pid: value.pid, run: value.run }
      : undefined
  } catch {
    return undefined
  }
}
