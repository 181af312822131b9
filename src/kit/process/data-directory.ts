import { randomUUID } from 'node:crypto'
import { chmod, mkdir, open, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SettingsError } from './settings.ts'

const mebibyte = 1024 * 1024

/** Free bytes needed to start: a new database takes 40 MB and its first write-ahead log 64 MB. */
const needed = { files: 8 * mebibyte, database: 16 * mebibyte, newDatabase: 160 * mebibyte }

const reasons: Record<string, string> = {
  EEXIST: 'is a file, not a folder',
  ENOTDIR: 'is a file or below one, not a folder',
  EACCES: 'cannot be written by this account',
  EPERM: 'cannot be written by this account',
  EROFS: 'is on a file system that is read-only',
  ENOENT: 'cannot be made there',
  ENOSPC: 'is on a file system without room',
  EDQUOT: 'is beyond the quota of this account',
}

/** Returns the bytes available to an unprivileged account in a folder's file system. */
const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Creates a folder and its parents, traversable by other accounts: under root, the database runs as another account.
 * Node's own `recursive` never returns if the system answers ENOENT below an existing folder, as in /proc.
 */
const makeFolder = async (path: string): Promise<void> => {
  const make = async () => {
    await mkdir(path)
    // The umask would remove the traverse permission. `closeDataFolder` restricts it again if no other account needs
    // it.
    await chmod(path, 0o711)
  }
  try {
    await make()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await make()
  }
}

const writeProbe = async (folder: string): Promise<void> => {
  const path = join(folder, `.probe-${randomUUID()}`)
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(Buffer.alloc(4096, 1))
    await file.sync()
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}

/**
 * Creates the data folder if it is missing and tests that it is writable. Throws `SettingsError` with one sentence if
 * the folder cannot be used or lacks space for its contents: files only, or the embedded database too.
 */
export const checkDataDirectory = async (
  folder: string,
  holds: 'files' | 'database',
  free: (folder: string) => Promise<number> = freeBytes,
): Promise<void> => {
  const refuse = (reason: string, cause?: unknown): never => {
    throw new SettingsError(`The folder ${folder} of the setting DATA_DIR ${reason}.`, { cause })
  }
  try {
    await makeFolder(folder)
    await writeProbe(folder)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    refuse(reasons[code] ?? `cannot be used: ${message}`, error)
  }
  const hasDatabase = holds === 'database' && (await stat(join(folder, 'postgres')).catch(() => undefined))
  const neededBytes = needed[holds === 'database' && !hasDatabase ? 'newDatabase' : holds]
  const left = await free(folder)
  if (left < neededBytes)
    refuse(`has ${Math.floor(left / mebibyte)} MB of room and needs ${neededBytes / mebibyte} MB at least`)
}
