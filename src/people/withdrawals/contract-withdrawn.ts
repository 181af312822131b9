import { z } from 'zod'
import { ById, Days, Id, Instant, listQuery, page, recordFields, route } from '#kit/contract.ts'
import { MemberKind } from '#people/users/contract.ts'
import { bases, reasons } from './rules.ts'

const access = 'console:withdrawals'

const Reason = z.enum(reasons)
const Basis = z.enum(bases)

/** A withdrawn member, identified by a number without a name. */
export const Withdrawal = z
  .object({
    ...recordFields,
    number: z.string(),
    kind: MemberKind,
    reason: Reason,
    /** Records retained by law, and until when. */
    held: z.array(z.object({ _id: Id, basis: Basis, records: z.number().int(), until: Instant })),
    /** Number of times the retained records were opened, and by whom last. */
    opened: z.object({ times: z.number().int(), by: z.string().nullable() }),
  })
  .meta({ id: 'Withdrawal' })
export type Withdrawal = z.infer<typeof Withdrawal>

export const withdrawn = {
  list: route({
    method: 'GET',
    path: '/api/console/withdrawals',
    access,
    summary: 'Members who left: numbers and reasons, and what the law keeps of them until when.',
    query: z.strictObject({
      ...listQuery(['createdAt']),
      reason: Reason.optional(),
      kind: MemberKind.optional(),
      held: z.stringbool().optional(),
      left: Days.optional(),
    }),
    answer: page('withdrawals', Withdrawal),
  }),
  get: route({
    method: 'GET',
    path: '/api/console/withdrawals/{id}',
    access,
    summary: 'One who left.',
    params: ById,
    answer: z.object({ withdrawal: Withdrawal }),
  }),
  figures: route({
    method: 'GET',
    path: '/api/console/withdrawals/figures',
    access,
    summary: 'How many left for which reason, this year and the year before, and what is kept by which law.',
    answer: z.object({
      reasons: z.array(z.object({ reason: Reason, count: z.number().int(), before: z.number().int() })),
      held: z.array(z.object({ basis: Basis, records: z.number().int(), until: Instant })),
    }),
  }),
  openHold: route({
    method: 'POST',
    path: '/api/console/withdrawals/holds/{id}',
    access,
    summary: 'What a law keeps of one who left; who opened it and why is in the log.',
    params: ById,
    body: z.strictObject({ reason: z.string().trim().min(4, { error: 'reason' }).max(300) }),
    answer: z.object({ hold: z.object({ basis: Basis, text: z.string() }) }),
    perMinute: 20,
  }),
}
