import { Worker } from 'node:worker_threads'
import { workbookType } from '#kit/files/file-types.ts'
import type { Place, Readable, WorkerMessage } from './place.ts'

/** MIME types with readable text. */
const readable = ['application/pdf', workbookType]

/** Maximum findings per file; enough for its author to notice the problem. */
const mostPlaces = 200

export interface FindOptions {
  /** Timeout per file in milliseconds. */
  timeout?: number
  /** Heap limit of the worker thread in MB. */
  memory?: number
}

export interface PersonalFindings {
  read: Readable
  /** Number of pages or sheets scanned; 0 if nothing could be read. */
  pages: number
  places: Place[]
}

/** Queue: one file at a time per process. */
let tail: Promise<unknown> = Promise.resolve()

/**
 * Scans a file for personal data in a worker thread with time and memory limits. A file that is unreadable, too slow or
 * too large is not an error: `read` says so, with the findings until then.
 */
export const findPersonal = (path: string, mime: string, options: FindOptions = {}): Promise<PersonalFindings> => {
  if (!readable.includes(mime)) return Promise.resolve({ read: 'none', pages: 0, places: [] })
  const turn = tail.then(() => runThread(path, mime, options))
  tail = turn.catch(() => undefined)
  return turn
}

const runThread = (
  path: string,
  mime: string,
  { timeout = 30_000, memory = 256 }: FindOptions,
): Promise<PersonalFindings> =>
  new Promise((resolve) => {
    const places: Place[] = []
    let isOver = false
    // Loaded from source, because the built server is a single file.
    const source = new URL('thread.ts', import.meta.url)
    const thread = new Worker(source, {
      workerData: { path, mime },
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 32 },
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
    })
    const end = (read: Readable, pages: number) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      void thread.terminate()
      resolve({ read, pages, places })
    }
    /** Ends with the findings so far. */
    const breakOff = () => end(places.length > 0 ? 'part' : 'none', Math.max(0, ...places.map(({ page }) => page)))
    const timer = setTimeout(breakOff, timeout)
    thread.on('message', (message: WorkerMessage) => {
      if (!('place' in message)) return end(message.read, message.pages)
      places.push(message.place)
      if (places.length >= mostPlaces) end('part', message.place.page)
    })
    thread.once('error', breakOff)
    thread.once('exit', breakOff)
  })
