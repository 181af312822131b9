import { z } from 'zod'
import { Instant, listQuery, page, route } from '../contract.ts'

export const AuditLine = z
  .object({
    _id: z.string(),
    at: Instant,
    actor: z.string().nullable(),
    action: z.string(),
    /** Kind of record: `popups`, `boards`, … */
    entity: z.string(),
    entityId: z.string().nullable(),
    summary: z.string(),
    before: z.unknown(),
    after: z.unknown(),
    address: z.string().nullable(),
  })
  .meta({ id: 'AuditLine' })
export type AuditLine = z.infer<typeof AuditLine>

export const audit = {
  list: route({
    method: 'GET',
    path: '/api/console/audit',
    access: 'console:audit',
    summary: 'Who did what, when, from where, before and after.',
    query: z.strictObject({
      ...listQuery(['at']),
      entity: z.string().max(40).optional(),
      entityId: z.string().max(60).optional(),
    }),
    answer: page('lines', AuditLine),
  }),
  chain: route({
    method: 'GET',
    path: '/api/console/audit/chain',
    access: 'console:audit',
    summary: 'Whether the log is as it was written: the first line that was changed, put in or taken out before.',
    answer: z.object({ chain: z.object({ lines: z.number().int(), brokenAt: z.string().nullable() }) }),
  }),
}
