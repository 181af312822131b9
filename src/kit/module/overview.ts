import { z } from 'zod'
import { Instant } from '../contract.ts'

/** What modules tell the first of a member's pages: what waits for the member, and the newest of their own records. */

/** Something that the member has to do or to decide. */
export const MemberWait = z
  .object({
    /** `<module>.<record>`, unique among those of the account. */
    _id: z.string(),
    /** What it is, in the language of the request. */
    kind: z.string(),
    title: z.string(),
    /** What is to be done. */
    text: z.string(),
    /** By when; those without come last. */
    until: Instant.nullable(),
    act: z.string(),
    /** Address of the page where it is done, without the language. */
    to: z.string(),
  })
  .meta({ id: 'MemberWait' })
export type MemberWait = z.infer<typeof MemberWait>

/** The newest of one kind of records. */
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
        /** Its state in words; null where it has none. */
        state: z.string().nullable(),
        at: Instant,
        to: z.string(),
      }),
    ),
    /** The page that has all of them. */
    to: z.string(),
  })
  .meta({ id: 'MemberNews' })
export type MemberNews = z.infer<typeof MemberNews>

export interface OverviewPart {
  waits?: MemberWait[]
  news?: MemberNews[]
}

/** Records of one kind that a module names on the first page at most. */
export const mostNews = 3
