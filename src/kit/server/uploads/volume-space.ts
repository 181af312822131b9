import { statfs } from 'node:fs/promises'
import { AppError } from '../../errors.ts'
import type { UploadLimits } from '../../limits.ts'

/** Size of a volume in bytes, and the bytes this account may still write. */
export interface Volume {
  bytes: number
  free: number
}

const readVolume = async (folder: string): Promise<Volume> => {
  const { bsize, blocks, bavail } = await statfs(folder)
  return { bytes: bsize * blocks, free: bsize * bavail }
}

type FreeLimits = Pick<UploadLimits, 'freeShare' | 'minFree' | 'maxFree'>

/** Seconds for Retry-After. */
const retryAfter = 60

/**
 * Reserves space on the data folder's volume for uploads, so that some stays free for the database, the logs and
 * visitors' requests. Space is reserved before any byte is received, because concurrent uploads all see the same free
 * space.
 */
export class VolumeSpace {
  readonly #limits: FreeLimits
  readonly #read: () => Promise<Volume>
  #reserved = 0

  constructor(folder: string, limits: FreeLimits, read = () => readVolume(folder)) {
    this.#limits = limits
    this.#read = read
  }

  /** Reserves bytes; returns the function that releases them. Throws `no_room`. */
  async reserve(bytes: number): Promise<() => void> {
    const volume = await this.#read()
    const { freeShare, minFree, maxFree } = this.#limits
    const minFreeBytes = Math.max(minFree, Math.min(freeShare * volume.bytes, maxFree))
    // No `await` from here to the addition, so that concurrent uploads see the sum.
    if (volume.free - this.#reserved - bytes < minFreeBytes) throw new AppError('no_room', { retryAfter })
    this.#reserved += bytes
    let isHeld = true
    return () => {
      if (isHeld) this.#reserved -= bytes
      isHeld = false
    }
  }
}
