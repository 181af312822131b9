import { z } from 'zod'
import { Instant, route } from '#kit/contract.ts'
import { bases, reasons } from './rules.ts'

export const Outlook = z
  .object({
    /** Open matters that block the withdrawal. */
    blocks: z.array(z.object({ title: z.string(), to: z.string().nullable() })),
    /** Records retained by law, and until when. */
    held: z.array(z.object({ basis: z.enum(bases), records: z.number().int(), until: Instant })),
  })
  .meta({ id: 'WithdrawalOutlook' })
export type Outlook = z.infer<typeof Outlook>

export const withdrawals = {
  outlook: route({
    method: 'GET',
    path: '/api/v1/me/withdraw',
    access: 'member',
    beforeTerms: true,
    summary: 'What blocks a withdrawal, and what the law would retain.',
    answer: z.object({ withdrawal: Outlook }),
  }),
  withdraw: route({
    method: 'POST',
    path: '/api/v1/me/withdraw',
    access: 'member',
    beforeTerms: true,
    summary:
      'Close the account permanently: personal data is deleted immediately, except what the law retains. Cannot be undone.',
    body: z.strictObject({ password: z.string().min(1).max(256), reason: z.enum(reasons).default('unsaid') }),
    status: 204,
  }),
  archive: route({
    method: 'GET',
    path: '/api/v1/me/archive',
    access: 'member',
    beforeTerms: true,
    summary: 'Create a signed URL of a ZIP with all data of the member, valid for five minutes.',
    answer: z.object({ url: z.string() }),
    perMinute: 10,
  }),
}
