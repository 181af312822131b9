import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../errors.ts'
import { privateFile, privateFolder } from '../private-folder.ts'

/** A made picture as it is kept. */
export interface KeptPicture {
  /** What it shows, as its maker named it. */
  version: string
  body: Buffer
  /** Digest of the body. */
  print: string
}

export interface KeptPicturesOptions {
  directory: string
  /** Pictures kept; those made longest ago give way. */
  most?: number
  /** How many may wait for the one slot before others are refused with `busy`. */
  queue?: number
  onError?: (error: unknown) => void
}

/** Pictures that are written before the folder is looked through again. */
const betweenSweeps = 100

const printOf = (body: Buffer): string => createHash('sha256').update(body).digest('base64url').slice(0, 22)

/** One line that says what follows, then the picture: a copy that a power cut left half written does not fit it. */
const encode = ({ version, body, print }: KeptPicture): Buffer =>
  Buffer.concat([Buffer.from(`${JSON.stringify({ version, print })}\n`), body])

const decode = (file: Buffer): KeptPicture | null => {
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
 * Pictures made by this machine, one a name, kept in a folder that several processes may share. A picture is made once
 * for all who ask at the same time, and one at a time, so that a flood of requests leaves the cores to the pages.
 */
export class KeptPictures {
  readonly #options: Required<KeptPicturesOptions>
  readonly #flights = new Map<string, Promise<KeptPicture>>()
  #tail: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #written = 0

  constructor(options: KeptPicturesOptions) {
    this.#options = { most: 5000, queue: 32, onError: () => undefined, ...options }
  }

  /** The picture as it was last made, whatever version that is; null when there is none. */
  async find(name: string): Promise<KeptPicture | null> {
    const file = await readFile(this.#place(name)).catch(() => null)
    return file && decode(file)
  }

  /**
   * The picture of that version: the kept one, or one that is made now and takes the place of an older one. Throws
   * `busy` when too many wait, and what `make` throws.
   */
  async obtain(name: string, version: string, make: () => Promise<Buffer>): Promise<KeptPicture> {
    const key = `${name} ${version}`
    const known = this.#flights.get(key)
    if (known) return known
    // Looked up within the shared promise: a request between the look-up and the rendering would render it again.
    const flight = this.#fly(name, version, make).finally(() => this.#flights.delete(key))
    this.#flights.set(key, flight)
    return flight
  }

  /** Forgets the picture; one that is not there is no error. */
  async remove(name: string): Promise<void> {
    await rm(this.#place(name), { force: true })
  }

  #place(name: string): string {
    return join(this.#options.directory, `${createHash('sha256').update(name).digest('hex').slice(0, 32)}.picture`)
  }

  async #fly(name: string, version: string, make: () => Promise<Buffer>): Promise<KeptPicture> {
    const kept = await this.find(name)
    if (kept?.version === version) return kept
    const body = await this.#inSlot(make)
    const picture = { version, body, print: printOf(body) }
    // Without room on the disk it is still an answer.
    await this.#write(name, picture).catch(this.#options.onError)
    return picture
  }

  #inSlot<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= this.#options.queue) return Promise.reject(new AppError('busy', { retryAfter: 5 }))
    this.#waiting += 1
    const turn = this.#tail.then(work)
    this.#tail = turn
      .catch(() => undefined)
      .finally(() => {
        this.#waiting -= 1
      })
    return turn
  }

  async #write(name: string, picture: KeptPicture): Promise<void> {
    const { directory } = this.#options
    const beside = join(directory, `${randomUUID()}.part`)
    await mkdir(directory, { recursive: true, mode: privateFolder })
    try {
      const file = await open(beside, 'wx', privateFile)
      try {
        await file.writeFile(encode(picture))
      } finally {
        await file.close()
      }
      await rename(beside, this.#place(name))
    } catch (error) {
      await rm(beside, { force: true })
      throw error
    }
    if (this.#written % betweenSweeps === 0) await this.#sweep()
    this.#written += 1
  }

  /** Takes away what is beyond the bound, and drafts that a killed process left. */
  async #sweep(): Promise<void> {
    const { directory, most } = this.#options
    const hour = 3_600_000
    const files: { path: string; written: number }[] = []
    for (const file of await readdir(directory)) {
      const path = join(directory, file)
      const found = await stat(path).catch(() => null)
      if (!found) continue
      if (file.endsWith('.picture')) files.push({ path, written: found.mtimeMs })
      else if (Date.now() - found.mtimeMs > hour) await rm(path, { force: true })
    }
    files.sort((one, other) => other.written - one.written)
    for (const { path } of files.slice(most)) await rm(path, { force: true })
  }
}
