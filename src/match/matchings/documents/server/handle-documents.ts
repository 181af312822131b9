import { writeAudit } from '#kit/audit/write-audit.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { findFair } from '#match/fairs/server/read-fairs.ts'
import type { FairRow } from '#match/fairs/table.ts'
import { requireOwnMatching } from '../../server/present-own-matching.ts'
import type { documents } from '../contract.ts'
import { createBadge } from './create-badge.ts'
import { fairWorkbook, matchingsWorkbook } from './export-workbook.ts'
import { papers } from './make-papers.ts'

const writeExport = (context: Context, { id, title }: FairRow, after: object) =>
  writeAudit(context, { action: 'export', entity: 'fairs', entityId: id, summary: title.ko, after })

export const documentHandlers: Handlers<typeof documents> = {
  badge: async (context, { params }) => ({
    badge: await createBadge(context, await requireOwnMatching(context, params.id)),
  }),

  async excel(context, { params }) {
    const fair = await findFair(context, params.id)
    await writeExport(context, fair, { workbook: 'matchings' })
    return { url: matchingsWorkbook.address(context, { fair: fair.id }) }
  },

  async workbook(context, { params, body }) {
    const fair = await findFair(context, params.id)
    await writeExport(context, fair, { workbook: 'everything', reason: body.reason })
    return { url: fairWorkbook.address(context, { fair: fair.id }) }
  },

  async paper(context, { params }) {
    const fair = await findFair(context, params.id)
    const answer = await papers.address(context, { ...params, at: context.now().toISOString() })
    await writeExport(context, fair, { paper: params.kind })
    return answer
  },
}
