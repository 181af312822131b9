import { randomUUID } from 'node:crypto'
import { chmod, mkdir, open, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SettingsError } from './env.ts'

const mebibyte = 1024 * 1024

/** Bytes without which a start would fail half way: a new database takes 40 MB and its first log 64. */
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

/** Bytes that an account without privileges may still write below a folder. */
const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Makes a folder and those above it, open for passing through: under root the database runs as another account.
 * Node's own `recursive` never returns where the system answers ENOENT below a folder that is there, as in /proc.
 */
const makeFolder = async (path: string): Promise<void> => {
  const make = async () => {
    await mkdir(path)
    // The umask would take the passing through away; `closeDataFolder` narrows it where no other account needs it.
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
 * Makes the data folder if it is missing and writes to it. Throws `SettingsError`, one sentence, when it cannot be used
 * or has no room for what is to be kept in it: files alone, or the embedded database too.
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
  const wanted = needed[holds === 'database' && !hasDatabase ? 'newDatabase' : holds]
  const left = await free(folder)
  if (left < wanted) refuse(`has ${Math.floor(left / mebibyte)} MB of room and needs ${wanted / mebibyte} MB at least`)
}
