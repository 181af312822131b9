import { sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { formatPhone } from '#kit/phone/parse-phone.ts'
import type { Context, Handler } from '#kit/server/context.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { forms as contract } from '../../contract.ts'
import { requestListOptions } from '../../inbox/server/search-requests.ts'
import { presentRequest, presentRequests } from '../../server/present-requests.ts'
import { formRequests } from '../../table.ts'
import { requestExport } from '../contract.ts'

/** The same list with contact and message. */
const { list: listForExport } = tableHandlers(
  { list: { ...requestExport.export, query: contract.list.query }, get: contract.get },
  formRequests,
  {
    ...requestListOptions,
    title: (row) => row.number,
    lineColumns: ['answers', 'assigneeId'],
    async presentLines(rows, context) {
      const lines = await presentRequests(rows, context)
      return rows.map(({ phone, email, answers, answeredAt, closedAt }, index) => ({
        ...lines[index],
        phone: formatPhone(phone),
        email,
        message: answers.message ?? '',
        answeredAt: answeredAt?.toISOString() ?? null,
        closedAt: closedAt?.toISOString() ?? null,
      }))
    },
    present: (rows, context) => Promise.all(rows.map((row) => presentRequest(context, row))),
  },
)

/** Minutes within which further pages of one export are not logged again. */
const exportLogInterval = 10

/**
 * Logs who exported requests and why, once per export, whichever page comes first. Search terms are left out: they may
 * be personal data, and the log is immutable.
 */
const logExport = async (
  context: Context,
  { q: _q, page: _page, limit: _limit, ...filters }: { q?: unknown; page?: unknown; limit?: unknown },
  reason: string,
): Promise<void> => {
  const summary = JSON.stringify(filters)
  const { rows } = await context.database.execute(sql`
    SELECT 1 FROM audit WHERE action = 'export' AND entity = 'forms' AND actor_id = ${context.principal.userId}::uuid
      AND summary = ${summary} AND after ->> 'reason' = ${reason}
      AND at > ${context.now().toISOString()}::timestamptz - make_interval(mins => ${exportLogInterval}) LIMIT 1`)
  if (rows.length === 0) await writeAudit(context, { action: 'export', entity: 'forms', summary, after: { reason } })
}

/** Returns a page of the export. */
export const exportRequests: Handler<typeof requestExport.export> = async (context, input) => {
  const { reason, ...query } = input.query
  await logExport(context, query, reason)
  return listForExport(context, { ...input, query })
}
