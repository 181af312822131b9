import { z } from 'zod'
import { ById, Id, Instant, route } from '#kit/contract.ts'
import { FairSetup, fairNotices, fitsSlotLimit, Phase, slotLimitIssue } from '#match/fairs/contract.ts'
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
      'What a change of the sessions, tables and rooms of a fair would leave without a slot or a place; changes nothing. What is left out stays as it is.',
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
        .describe('Stands for the meetings that lose their seat; the change of the fair gives it back as `falls`'),
      total: z.number().int().describe('Meetings; the first fifty are named'),
      offers: z.number().int().describe('Offered times that end'),
      times: z.number().int().describe('Times that buyers gave and that end'),
      buyers: z.number().int().describe('Buyers who gave them'),
    }),
    status: 200,
  }),
  setBack: route({
    method: 'POST',
    path: `${ofFair}/set-back`,
    access,
    summary:
      'What a change of the phase or the dates of a fair would be told as, and to how many who take part; changes nothing. What is left out stays as it is.',
    params: ById,
    body: z.strictObject({ phase: Phase.optional(), startsAt: Instant.optional(), endsAt: Instant.optional() }),
    answer: z.object({
      kind: z.enum(fairNotices).nullable().describe('null: nobody is told'),
      participants: z.number().int().describe('Accounts that take part, or applied to'),
      meetings: z.number().int().describe('Meetings whose two companies are told, and whose invitations change'),
    }),
    status: 200,
  }),
}

/** Meetings, offered times and free times that a changed set-up of a fair displaces. */
export type DisplacedPreview = z.output<typeof fairChanges.falls.answer>

/** Kind of notice that a change of a fair would cause, and the number of recipients. */
export type FairNoticeCount = z.output<typeof fairChanges.setBack.answer>
