import { z } from 'zod'
import { ById, Id, Instant, route } from '#kit/contract.ts'
import { FairSetup, fitsSlotLimit, Phase, slotLimitIssue } from '#match/fairs/contract.ts'
import { fairNotices } from '#match/fairs/rules.ts'
import { Way } from '#match/participants/contract.ts'

const access = 'console:fairs'
const ofFair = '/api/console/fairs/{id}'

/** Why a meeting cannot keep its seat: the fair closed its slot or place, or the buyer withdrew the time. */
export const Change = z.enum(['slot', 'place', 'time'])
export type Change = z.infer<typeof Change>

/** Previews of what a change of a fair would displace, and whom it would notify. */
export const fairChanges = {
  falls: route({
    method: 'POST',
    path: `${ofFair}/falls`,
    access,
    summary:
      'Preview which meetings a change of the sessions, tables and rooms of a fair would displace. Changes nothing; omitted fields keep their values.',
    params: ById,
    body: FairSetup.partial().refine(fitsSlotLimit, slotLimitIssue),
    answer: z.object({
      meetings: z.array(
        z.object({
          _id: Id,
          seller: z.string(),
          buyer: z.string(),
          startAt: Instant,
          way: Way,
          place: z.number().int(),
          changed: Change,
        }),
      ),
      mark: z
        .string()
        .nullable()
        .describe('Identifies the displaced meetings; send it as `falls` with the change of the fair'),
      total: z.number().int().describe('Number of meetings, of which the first 50 are listed'),
      offers: z.number().int().describe('Number of offered times that are removed'),
      times: z.number().int().describe('Number of free times that are removed'),
      buyers: z.number().int().describe('Number of buyers who lose free times'),
    }),
    status: 200,
  }),
  setBack: route({
    method: 'POST',
    path: `${ofFair}/set-back`,
    access,
    summary:
      'Preview the notice that a change of the phase or the dates of a fair would cause, and its recipients. Changes nothing; omitted fields keep their values.',
    params: ById,
    body: z.strictObject({ phase: Phase.optional(), startsAt: Instant.optional(), endsAt: Instant.optional() }),
    answer: z.object({
      kind: z.enum(fairNotices).nullable().describe('null: no notice'),
      participants: z.number().int().describe('Number of accounts that take part or have applied'),
      meetings: z
        .number()
        .int()
        .describe('Number of meetings whose companies are notified and whose invitations change'),
    }),
    status: 200,
  }),
}

/** Meetings, offered times and free times that a changed set-up of a fair displaces. */
export type DisplacedPreview = z.output<typeof fairChanges.falls.answer>

/** Kind of notice that a change of a fair would cause, and the number of recipients. */
export type FairNoticeCount = z.output<typeof fairChanges.setBack.answer>
