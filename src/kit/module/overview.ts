import { z } from 'zod'
import { Instant } from '../contract.ts'

/** Shapes that modules return for a member's overview page: pending tasks and latest records. */

/** Pending task or decision of the member. */
export const MemberWait = z
  .object({
    /** `<module>.<record>`, unique within the account. */
    _id: z.string(),
    /** Record type in the language of the request. */
    kind: z.string(),
    title: z.string(),
    /** Description of the task. */
    text: z.string(),
    /** Deadline; tasks without one are sorted last. */
    until: Instant.nullable(),
    act: z.string(),
    /** Path of the page for the task, without the language. */
    to: z.string(),
  })
  .meta({ id: 'MemberWait' })
export type MemberWait = z.infer<typeof MemberWait>

/** Latest records of one type. */
export const MemberNews = z
  .object({
    /** `<module>.<kind>`. */
    _id: z.string(),
    title: z.string(),
    total: z.number().int(),
    entries: z.array(
      z.object({
        _id: z.string(),
        title: z.string(),
        /** Label of the state; null if it has none. */
        state: z.string().nullable(),
        at: Instant,
        to: z.string(),
      }),
    ),
    /** Path of the page that lists all of them. */
    to: z.string(),
  })
  .meta({ id: 'MemberNews' })
export type MemberNews = z.infer<typeof MemberNews>

export interface OverviewPart {
  waits?: MemberWait[]
  news?: MemberNews[]
}

/** Maximum number of records per type on the overview page. */
export const maxNews = 3
