import { z } from 'zod'
import { Instant } from '../contract.ts'

/** Shapes that modules return for the console dashboard: figures, pending tasks, and scheduled events. */

export const DeskEntry = z.object({
  _id: z.string(),
  title: z.string(),
  /** Record type or sender, in the language of the account. */
  kind: z.string(),
  /** Name of the status badge in the console kit; absent if all tasks of this kind share one. */
  mark: z.string().optional(),
  at: Instant,
  /** Console path. */
  to: z.string(),
})
export type DeskEntry = z.infer<typeof DeskEntry>

export const DeskWork = z.object({
  /** `<module>.<work>`; the module's console manifest has its label. */
  key: z.string(),
  count: z.number().int(),
  /** First entries; empty if the account may not open them. */
  entries: z.array(DeskEntry),
})
export type DeskWork = z.infer<typeof DeskWork>

/** Time at which something starts or ends automatically. */
export const DeskMoment = z.object({
  _id: z.string(),
  title: z.string(),
  /** `<module>.<event>`. */
  what: z.string(),
  at: Instant,
  to: z.string(),
})
export type DeskMoment = z.infer<typeof DeskMoment>

/** Value of one day (Seoul time). Series are sorted oldest first. */
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
