import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../errors.ts'
import { privateFile, privateFolder } from '../process/private-folder.ts'

/** Stored generated picture. */
export interface StoredPicture {
  /** Version of the content, as given by the caller. */
  version: string
  body: Buffer
  /** Digest of the body. */
  print: string
}

export interface PictureStoreOptions {
  directory: string
  /** Maximum number of stored pictures; the oldest are removed. */
  maxPictures?: number
  /** Maximum number of requests waiting for the single slot; others are refused with `busy`. */
  maxQueued?: number
  onError?: (error: unknown) => void
}

/** Number of writes between two sweeps of the folder. */
const betweenSweeps = 100

const printOf = (body: Buffer): string => createHash('sha256').update(body).digest('base64url').slice(0, 22)

/**
 * Encodes a picture as one line of metadata and the body. The digest detects a file that a power failure left half
 * written.
 */
const encode = ({ version, body, print }: StoredPicture): Buffer =>
  Buffer.concat([Buffer.from(`${JSON.stringify({ version, print })}\n`), body])

const decode = (file: Buffer): StoredPicture | null => {
  try {
    const end = file.indexOf(10)
    const { version, print } = JSON.parse(file.subarray(0, end).toString()) as { version: string; print: string }
    const body = file.subarray(end + 1)
    return print === printOf(body) ? { version, body, print } : null
  } catch {
    return null
  }
}

/**
 * Stores generated pictures, one per name, in a folder that several processes may share. Concurrent requests share one
 * rendering (single flight), and pictures are rendered one at a time, so that a flood of requests leaves CPU for pages.
 */
export class PictureStore {
  readonly #options: Required<PictureStoreOptions>
  readonly #flights = new Map<string, Promise<StoredPicture>>()
  #tail: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #writes = 0

  constructor(options: PictureStoreOptions) {
    this.#options = { maxPictures: 5000, maxQueued: 32, onError: () => undefined, ...options }
  }

  /** Returns the last picture in whatever version; null if there is none. */
  async find(name: string): Promise<StoredPicture | null> {
    const file = await readFile(this.#place(name)).catch(() => null)
    return file && decode(file)
  }

  /**
   * Returns the picture in this version, stored or newly rendered; a new one replaces the older version. Throws `busy`
   * if the queue is full, and any error of `make`.
   */
  async obtain(name: string, version: string, make: () => Promise<Buffer>): Promise<StoredPicture> {
    const key = `${name} ${version}`
    const pending = this.#flights.get(key)
    if (pending) return pending
    // The look-up must be inside the shared promise: otherwise a request between look-up and rendering would render it
    // again.
    const flight = this.#findOrRender(name, version, make).finally(() => this.#flights.delete(key))
    this.#flights.set(key, flight)
    return flight
  }

  /** Removes the picture; does nothing if it does not exist. */
  async remove(name: string): Promise<void> {
    await rm(this.#place(name), { force: true })
  }

  #place(name: string): string {
    return join(this.#options.directory, `${createHash('sha256').update(name).digest('hex').slice(0, 32)}.picture`)
  }

  async #findOrRender(name: string, version: string, make: () => Promise<Buffer>): Promise<StoredPicture> {
    const stored = await this.find(name)
    if (stored?.version === version) return stored
    const body = await this.#runInSlot(make)
    const picture = { version, body, print: printOf(body) }
    // If the disk is full, the picture is still returned.
    await this.#write(name, picture).catch(this.#options.onError)
    return picture
  }

  #runInSlot<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= this.#options.maxQueued) return Promise.reject(new AppError('busy', { retryAfter: 5 }))
    this.#waiting += 1
    const turn = this.#tail.then(work)
    this.#tail = turn
      .catch(() => undefined)
      .finally(() => {
        this.#waiting -= 1
      })
    return turn
  }

  async #write(name: string, picture: StoredPicture): Promise<void> {
    const { directory } = this.#options
    const temporaryPath = join(directory, `${randomUUID()}.part`)
    await mkdir(directory, { recursive: true, mode: privateFolder })
    try {
      const file = await open(temporaryPath, 'wx', privateFile)
      try {
        await file.writeFile(encode(picture))
      } finally {
        await file.close()
      }
      await rename(temporaryPath, this.#place(name))
    } catch (error) {
      await rm(temporaryPath, { force: true })
      throw error
    }
    if (this.#writes % betweenSweeps === 0) await this.#sweep()
    this.#writes += 1
  }

  /** Removes the oldest pictures beyond the limit, and temporary files left by a killed process. */
  async #sweep(): Promise<void> {
    const { directory, maxPictures } = this.#options
    const hour = 3_600_000
    const files: { path: string; writtenAt: number }[] = []
    for (const file of await readdir(directory)) {
      const path = join(directory, file)
      const found = await stat(path).catch(() => null)
      if (!found) continue
      if (file.endsWith('.picture')) files.push({ path, writtenAt: found.mtimeMs })
      else if (Date.now() - found.mtimeMs > hour) await rm(path, { force: true })
    }
    files.sort((one, other) => other.writtenAt - one.writtenAt)
    for (const { path } of files.slice(maxPictures)) await rm(path, { force: true })
  }
}
