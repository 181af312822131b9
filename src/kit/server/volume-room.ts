import { statfs } from 'node:fs/promises'
import { AppError } from '../errors.ts'
import type { UploadLimits } from '../limits.ts'

/** Bytes of a volume, and how many of them this account may still write. */
export interface Volume {
  bytes: number
  free: number
}

const readVolume = async (folder: string): Promise<Volume> => {
  const { bsize, blocks, bavail } = await statfs(folder)
  return { bytes: bsize * blocks, free: bsize * bavail }
}

type FreeLimits = Pick<UploadLimits, 'freePart' | 'leastFree' | 'mostFree'>

/** Seconds after which one may look again. */
const retryAfter = 60

/**
 * Keeps room free on the volume of the data folder: the database, the logs and the requests of visitors need it when
 * uploads have filled the rest. Room is reserved before a byte is received, since many uploads at once each see the
 * same free space.
 */
export class VolumeRoom {
  readonly #limits: FreeLimits
  readonly #read: () => Promise<Volume>
  #reserved = 0

  constructor(folder: string, limits: FreeLimits, read = () => readVolume(folder)) {
    this.#limits = limits
    this.#read = read
  }

  /** Reserves bytes; answers what gives them back. Throws `no_room`. */
  async reserve(bytes: number): Promise<() => void> {
    const volume = await this.#read()
    const { freePart, leastFree, mostFree } = this.#limits
    const kept = Math.max(leastFree, Math.min(freePart * volume.bytes, mostFree))
    // No `await` between here and the sum: concurrent uploads see it.
    if (volume.free - this.#reserved - bytes < kept) throw new AppError('no_room', { retryAfter })
    this.#reserved += bytes
    let isHeld = true
    return () => {
      if (isHeld) this.#reserved -= bytes
      isHeld = false
    }
  }
}
