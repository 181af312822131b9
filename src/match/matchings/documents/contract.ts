import { z } from 'zod'
import { ById, Id, route } from '#kit/contract.ts'
import { PaperAddress } from '#platform/papers/contract.ts'

/** The badge that a company shows at the entrance of a fair. */
export const OwnBadge = z
  .object({
    words: z.string().describe('Check-in code for reading aloud and typing'),
    qr: z.string().describe('QR code for the scanner at the entrance (SVG)'),
  })
  .meta({ id: 'OwnFairBadge' })

/** Printed papers of a fair: badges, and the plan of who meets whom at which table. */
export const fairPapers = ['badges', 'plan'] as const
export type FairPaper = (typeof fairPapers)[number]

/** Routes of badges, printed papers and workbooks. */
export const documents = {
  badge: route({
    method: 'GET',
    path: '/api/v1/me/matchings/{id}/badge',
    access: 'member',
    owned: true,
    summary: 'Return the caller’s entrance badge for a confirmed in-person meeting.',
    params: ById,
    answer: z.object({ badge: OwnBadge }),
  }),
  excel: route({
    method: 'GET',
    path: '/api/console/fairs/{id}/excel',
    access: 'console:fairs',
    summary: 'Return a signed address of an Excel workbook with all matchings of a fair. The download is logged.',
    params: ById,
    answer: z.object({ url: z.string() }),
  }),
  workbook: route({
    method: 'POST',
    path: '/api/console/fairs/{id}/workbook',
    access: 'console:fairs',
    summary:
      'Return a signed address of an Excel workbook with all data of a fair. The download and its reason are logged.',
    params: ById,
    body: z.strictObject({ reason: z.string().trim().min(4, { error: 'reason' }).max(300) }),
    answer: z.object({ url: z.string() }),
    status: 200,
    perMinute: 10,
  }),
  paper: route({
    method: 'GET',
    path: '/api/console/fairs/{id}/papers/{kind}',
    access: 'console:fairs',
    summary: 'Return the address of the badges or the table plan of a fair as PDF. The download is logged.',
    params: z.strictObject({ id: Id, kind: z.enum(fairPapers) }),
    answer: PaperAddress,
  }),
}
