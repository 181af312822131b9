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
    summary: 'Withdrawn members: numbers, reasons, and what the law retains until when.',
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
    summary: 'One withdrawn member.',
    params: ById,
    answer: z.object({ withdrawal: Withdrawal }),
  }),
  figures: route({
    method: 'GET',
    path: '/api/console/withdrawals/figures',
    access,
    summary: 'Number of withdrawals per reason, this year and last year, and what is retained by which law.',
    answer: z.object({
      reasons: z.array(z.object({ reason: Reason, count: z.number().int(), before: z.number().int() })),
      held: z.array(z.object({ basis: Basis, records: z.number().int(), until: Instant })),
    }),
  }),
  openHold: route({
    method: 'POST',
    path: '/api/console/withdrawals/holds/{id}',
    access,
    summary: 'Read the retained records of a withdrawn member. The caller and the reason are logged.',
    params: ById,
    body: z.strictObject({ reason: z.string().trim().min(4, { error: 'reason' }).max(300) }),
    answer: z.object({ hold: z.object({ basis: Basis, text: z.string() }) }),
    perMinute: 20,
  }),
}
