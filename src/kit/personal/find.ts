import { Worker } from 'node:worker_threads'
import type { Place, Readable, Told } from './place.ts'

/** Kinds that have text. */
const readable = ['application/pdf', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']

/** Findings that are kept of one file; their author has seen enough by then. */
const mostPlaces = 200

export interface FindOptions {
  /** Milliseconds for one file. */
  within?: number
  /** Heap of the thread in MB. */
  memory?: number
}

export interface Found {
  read: Readable
  /** Pages or sheets that were looked at; 0 where nothing could be read. */
  pages: number
  places: Place[]
}

/** One file at a time for each process. */
let tail: Promise<unknown> = Promise.resolve()

/**
 * Looks for what a file says of persons, in a thread whose time and memory are bounded. A file that cannot be read, that
 * takes too long or too much is no error: `read` says so, with what was found until then.
 */
export const findPersonal = (path: string, mime: string, options: FindOptions = {}): Promise<Found> => {
  if (!readable.includes(mime)) return Promise.resolve({ read: 'none', pages: 0, places: [] })
  const turn = tail.then(() => runThread(path, mime, options))
  tail = turn.catch(() => undefined)
  return turn
}

const runThread = (path: string, mime: string, { within = 30_000, memory = 256 }: FindOptions): Promise<Found> =>
  new Promise((resolve) => {
    const places: Place[] = []
    let isOver = false
    // Run from its source: the built server is one file.
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
    /** What was found until it broke off. */
    const breakOff = () => end(places.length > 0 ? 'part' : 'none', Math.max(0, ...places.map(({ page }) => page)))
    const timer = setTimeout(breakOff, within)
    thread.on('message', (told: Told) => {
      if (!('place' in told)) return end(told.read, told.pages)
      places.push(told.place)
      if (places.length >= mostPlaces) end('part', told.place.page)
    })
    thread.once('error', breakOff)
    thread.once('exit', breakOff)
  })
