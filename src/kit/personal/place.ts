import type { Mark } from './marks.ts'

/** A finding and where it is: the page, or the sheet (both counted from 1) and its cell. */
export interface Place extends Omit<Mark, 'at'> {
  page: number
  sheet?: string
  cell?: string
}

/** How much of a file could be read: all of it, a part within the bounds, or nothing (pictures, locked files). */
export type Readable = 'whole' | 'part' | 'none'

/** What the thread tells: a finding, or that it is through. */
export type Told = { place: Place } | { read: Readable; pages: number }
