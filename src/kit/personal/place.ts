import type { Mark } from './marks.ts'

/** Finding with its location: the page, or the sheet (both counted from 1) and its cell. */
export interface Place extends Omit<Mark, 'at'> {
  page: number
  sheet?: string
  cell?: string
}

/** How much of a file was read: all, a part within the limits, or nothing (pictures, encrypted files). */
export type Readable = 'whole' | 'part' | 'none'

/** Message of the worker thread: a finding, or the end of the scan. */
export type WorkerMessage = { place: Place } | { read: Readable; pages: number }
