import { z } from 'zod'
import { ById, Id, route } from '#kit/contract.ts'
import { PaperAddress } from '#platform/papers/contract.ts'

/** The badge that a company shows at the entrance of a fair. */
export const OwnBadge = z
  .object({
    words: z.string().describe('The code as it is read aloud and typed'),
    qr: z.string().describe('What the door’s camera reads (SVG)'),
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
    summary: 'The own badge for the door of the fair, of a confirmed meeting in person.',
    params: ById,
    answer: z.object({ badge: OwnBadge }),
  }),
  excel: route({
    method: 'GET',
    path: '/api/console/fairs/{id}/excel',
    access: 'console:fairs',
    summary: 'A signed address of an Excel workbook with all matchings of a fair; who took it is in the log.',
    params: ById,
    answer: z.object({ url: z.string() }),
  }),
  workbook: route({
    method: 'POST',
    path: '/api/console/fairs/{id}/workbook',
    access: 'console:fairs',
    summary: 'A signed address of an Excel workbook with everything of a fair; who took it and why is in the log.',
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
    summary: 'Address of the badges or of the table plan of a fair as PDF; who took it is noted.',
    params: z.strictObject({ id: Id, kind: z.enum(fairPapers) }),
    answer: PaperAddress,
  }),
}
