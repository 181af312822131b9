import { chmod, mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** Permission bits of what only this account may reach. */
export const privateFolder = 0o700
export const privateFile = 0o600

/** Folder others may pass through but not list: PostgreSQL runs under another account where this process is root. */
const passable = 0o711

/** Takes bits away, never adds any: what the operator closed stays closed. */
const narrow = async (path: string, mode: number, most: number): Promise<void> => {
  if ((mode & 0o777 & ~most) !== 0) await chmod(path, mode & most)
}

/**
 * Makes the data folder, or corrects one from an earlier release, so that other accounts of the machine read nothing in
 * it. Of its contents only the folders named are touched, and only their first level: one that is 0700 closes
 * everything below it. A folder of another account is left to that account. Throws what the file system throws.
 */
export const closeDataFolder = async (folder: string, names: readonly string[]): Promise<void> => {
  const self = process.getuid?.()
  const most = self === 0 ? passable : privateFolder
  const first = await mkdir(folder, { recursive: true, mode: most })
  // The umask takes away more than the mode given; folders above it that were made with it must be passable as well.
  if (first) for (let path = resolve(folder); path.length >= first.length; path = dirname(path)) await chmod(path, most)
  const own = async (path: string) => {
    const found = await stat(path).catch(() => null)
    return found?.isDirectory() && found.uid === self ? found : null
  }
  const found = await own(folder)
  if (found) await narrow(folder, found.mode, most)
  for (const name of names) {
    const below = await own(join(folder, name))
    if (below) await narrow(join(folder, name), below.mode, privateFolder)
  }
}
