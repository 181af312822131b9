import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { privateFolder } from '../process/private-folder.ts'
import { identifyProcess } from '../process/process-identity.ts'

/** Subfolder of the data directory for files being received. */
const name = 'unfinished'

/** Milliseconds after which no upload of another machine can still be in progress: twice the longest upload. */
const longestUpload = 2 * 3_600_000

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)
const machine = digest(hostname())

/** Returns `<machine>-<process id>-<run>`: process ids are reused, runs are not. */
const nameOf = async (pid: number): Promise<string | undefined> => {
  const run = await identifyProcess(pid)
  return run && `${machine}-${pid}-${digest(run)}`
}

let ownFolder: Promise<string | undefined> | undefined

/** Creates a folder for the files of one request; the caller removes it. A killed process leaves it behind. */
export const createTemporaryFolder = async (dataDirectory: string): Promise<string> => {
  ownFolder ??= nameOf(process.pid)
  const folder = join(dataDirectory, name, (await ownFolder) ?? `${machine}-${process.pid}-0`)
  await mkdir(folder, { recursive: true, mode: privateFolder })
  return mkdtemp(join(folder, 'upload-'))
}

const isOver = async (folder: string, entry: string): Promise<boolean> => {
  const [host, pid] = entry.split('-')
  if (host === machine && Number(pid) > 0) return (await nameOf(Number(pid))) !== entry
  // Another machine shares the folder, and its processes cannot be checked.
  const found = await stat(join(folder, entry)).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > longestUpload
}

/** Removes partial files of processes that have ended; returns the number of those processes. */
export const sweepTemporaryFolders = async (dataDirectory: string): Promise<number> => {
  const folder = join(dataDirectory, name)
  let removed = 0
  for (const entry of await readdir(folder).catch(() => []))
    if (await isOver(folder, entry)) {
      await rm(join(folder, entry), { recursive: true, force: true })
      removed += 1
    }
  return removed
}
