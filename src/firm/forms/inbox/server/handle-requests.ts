import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { privateAddress } from '#kit/files/private-files.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { forms as contract } from '../../contract.ts'
import { addThreadEntry } from '../../server/add-thread-entry.ts'
import { auditRequest } from '../../server/audit-request.ts'
import { findRequest, presentRequest, presentRequests } from '../../server/present-requests.ts'
import { type FormRequestRow, formFiles, formRequests } from '../../table.ts'
import { requestListOptions } from './search-requests.ts'
import { findAssignableStaff, updateRequest } from './update-request.ts'

// List and get only: visitors create requests; `removeRequest` and the retention job delete them.
const { list } = tableHandlers({ list: contract.list, get: contract.get }, formRequests, {
  ...requestListOptions,
  title: (row) => row.number,
  lineColumns: ['answers', 'assigneeId'],
  presentLines: presentRequests,
  present: (rows, context) => Promise.all(rows.map((row) => presentRequest(context, row))),
})

/** Minutes within which another view by the same account is not logged again. */
const viewLogInterval = 10

/** Adds a thread event and an audit line for a view. */
const logView = async (context: Context, row: FormRequestRow): Promise<void> => {
  const now = context.now().toISOString()
  const { userId, name } = context.principal
  const { rowCount } = await context.database.execute(sql`
    INSERT INTO form_entries (id, request_id, kind, what, actor_id, actor, created_at, updated_at)
    SELECT ${context.newId()}, ${row.id}, 'event', 'opened', ${userId}, ${name}, ${now}::timestamptz, ${now}::timestamptz
    WHERE NOT EXISTS (SELECT 1 FROM form_entries WHERE request_id = ${row.id} AND what = 'opened' AND actor_id = ${userId}
      AND created_at > ${now}::timestamptz - make_interval(mins => ${viewLogInterval}))`)
  if (rowCount === 1) await auditRequest(context, 'read', row)
}

export const requestHandlers: Handlers<typeof contract> = {
  list,

  get: (context, { params }) =>
    context.transaction(async (within) => {
      const row = await findRequest(within, params.id)
      await logView(within, row)
      return { form: await presentRequest(within, row) }
    }),

  update: updateRequest,

  addNote: (context, { params, body }) =>
    context.transaction(async (within) => {
      const row = await findRequest(within, params.id)
      await addThreadEntry(within, row.id, { kind: 'note', text: body.text })
      await auditRequest(within, 'note', row)
      return { form: await presentRequest(within, row) }
    }),

  openFile: (context, { params }) =>
    context.transaction(async (within) => {
      const row = await findRequest(within, params.id)
      const [file] = await within.database
        .select()
        .from(formFiles)
        .where(and(eq(formFiles.id, params.file), eq(formFiles.requestId, row.id)))
      if (!file) throw new AppError('not_found')
      await addThreadEntry(within, row.id, { kind: 'event', what: 'file', text: file.name })
      // The file name may be personal data, and the log is immutable; the thread has it.
      await auditRequest(within, 'download', row, { after: { file: file.id } })
      return { url: privateAddress(within.services, file, 'original') }
    }),

  async arrivals(context) {
    const { rows } = await context.database.execute<{ waiting: number; latest: Date | null; kept: number }>(
      sql`SELECT count(*) AS waiting, max(created_at) AS latest, (SELECT count(*) FROM form_kept) AS kept
        FROM form_requests WHERE state = 'received'`,
    )
    const { waiting = 0, latest = null, kept = 0 } = rows[0] ?? {}
    return { waiting, latest: latest && new Date(latest).toISOString(), kept }
  },

  async staff(context) {
    return { staff: (await findAssignableStaff(context)).map(({ id, name }) => ({ _id: id, name })) }
  },
}
