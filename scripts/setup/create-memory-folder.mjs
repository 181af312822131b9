import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const gibibyte = 2 ** 30

/**
 * Creates a folder in memory for the temporary files of a run; returns the environment that names it, {} if memory is
 * short. A test database is 1,300 files: created in 30 ms there, in 500 ms on a disk. Removed when this process exits.
 */
export const createMemoryFolder = () => {
  const room = () => {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return Math.min(bavail * bsize, freemem())
  }
  try {
    if (room() < 6 * gibibyte) return {}
    const folder = mkdtempSync('/dev/shm/daecheong-')
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
    // PostgreSQL runs as another account than root and must be able to traverse the folder.
    chmodSync(folder, 0o711)
    return { TMPDIR: folder }
  } catch {
    return {}
  }
}
