import { eq, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Handler } from '#kit/server/context.ts'
import { formRequests } from '../../table.ts'
import type { retention } from '../contract.ts'
import { deleteRequests } from './delete-expired-requests.ts'

/**
 * Deletes a request manually. Throws `conflict` while it is open, a reply waits to be sent, or other requests are
 * merged into it. The same statement locks the row, so that none of these can begin meanwhile.
 */
export const deleteRequest: Handler<typeof retention.remove> = (context, { params }) =>
  context.transaction(async (within) => {
    const { rows } = await within.database.execute<{ id: string; number: string }>(sql`
      SELECT r.id, r.number FROM form_requests r
      WHERE r.id = ${params.id} AND r.state = 'closed'
        AND NOT EXISTS (SELECT FROM form_requests m WHERE m.merged_into = r.id)
        AND NOT EXISTS (SELECT FROM form_entries e JOIN outbox o ON o.id = e.mail_id
          WHERE e.request_id = r.id AND e.kind = 'answer' AND o.state = 'waiting')
      FOR UPDATE OF r`)
    if (rows.length === 0) {
      const there = await within.database.$count(formRequests, eq(formRequests.id, params.id))
      throw new AppError(there > 0 ? 'conflict' : 'not_found')
    }
    await deleteRequests(within, rows)
    return undefined
  })
