import { chmod, mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** Permission bits for owner-only access. */
export const privateFolder = 0o700
export const privateFile = 0o600

/** Folder that others may traverse but not list: PostgreSQL runs as another account if this process is root. */
const passable = 0o711

/** Removes permission bits and never adds any, so that the operator's restrictions remain. */
const restrictMode = async (path: string, mode: number, maxMode: number): Promise<void> => {
  if ((mode & 0o777 & ~maxMode) !== 0) await chmod(path, mode & maxMode)
}

/**
 * Creates the data folder, or restricts an existing one, so that other accounts of the machine cannot read its
 * contents. Only the named subfolders are changed, not what is in them: a folder with mode 0700 protects everything
 * below it. A folder owned by another account is left unchanged. Throws file system errors.
 */
export const closeDataFolder = async (folder: string, names: readonly string[]): Promise<void> => {
  const self = process.getuid?.()
  const maxMode = self === 0 ? passable : privateFolder
  const first = await mkdir(folder, { recursive: true, mode: maxMode })
  // The umask may remove more bits than the mode; parent folders created along with it must be traversable too.
  if (first)
    for (let path = resolve(folder); path.length >= first.length; path = dirname(path)) await chmod(path, maxMode)
  const statIfOwned = async (path: string) => {
    const found = await stat(path).catch(() => null)
    return found?.isDirectory() && found.uid === self ? found : null
  }
  const found = await statIfOwned(folder)
  if (found) await restrictMode(folder, found.mode, maxMode)
  for (const name of names) {
    const below = await statIfOwned(join(folder, name))
    if (below) await restrictMode(join(folder, name), below.mode, privateFolder)
  }
}
