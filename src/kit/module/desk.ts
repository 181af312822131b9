import { z } from 'zod'
import { Instant } from '../contract.ts'

/** What modules tell the desk of the console: figures, work that waits, and what happens by itself. */

export const DeskEntry = z.object({
  _id: z.string(),
  title: z.string(),
  /** What it is, or who it is from, in the language of the account. */
  kind: z.string(),
  /** Shape and colour of its state, by the name the console's kit gives it; absent where the work has one for all. */
  mark: z.string().optional(),
  at: Instant,
  /** Address in the console. */
  to: z.string(),
})
export type DeskEntry = z.infer<typeof DeskEntry>

export const DeskWork = z.object({
  /** `<module>.<work>`: the module's console manifest has its words. */
  key: z.string(),
  count: z.number().int(),
  /** The first of them; none for an account that may not open them. */
  entries: z.array(DeskEntry),
})
export type DeskWork = z.infer<typeof DeskWork>

/** A moment at which something begins or ends by itself. */
export const DeskMoment = z.object({
  _id: z.string(),
  title: z.string(),
  /** `<module>.<event>`. */
  what: z.string(),
  at: Instant,
  to: z.string(),
})
export type DeskMoment = z.infer<typeof DeskMoment>

/** One figure for each of the last days, oldest first; days of Seoul. */
export const DeskDay = z.object({ day: z.iso.date(), count: z.number().int() })
export type DeskDay = z.infer<typeof DeskDay>

export interface DeskPart {
  /** `<module>.<figure>`. */
  figures?: Record<string, number>
  works?: DeskWork[]
  soon?: DeskMoment[]
  /** `<module>.<series>`. */
  series?: Record<string, DeskDay[]>
}
