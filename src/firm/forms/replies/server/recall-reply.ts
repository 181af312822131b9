import { and, eq } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Handler } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { withdrawMail } from '#people/messages/server/withdraw-messages.ts'
import { auditRequest } from '../../server/audit-request.ts'
import { findRequest, presentRequest } from '../../server/present-requests.ts'
import { toHandlingColumns } from '../../server/restore-handling.ts'
import { signTicket } from '../../submission/server/upload-files.ts'
import { type FormRequestRow, formEntries, formFiles, formRequests, type Handling } from '../../table.ts'
import type { replies } from '../contract.ts'
import { replyTicketScope } from '../rules.ts'

/**
 * Returns the columns to restore when a reply or merge is undone; null if there is a later reply. A later assignee
 * stays.
 */
const planRestore = (
  row: FormRequestRow,
  before: Handling,
  after: Handling,
): ReturnType<typeof toHandlingColumns> | null => {
  if ((row.answeredAt?.toISOString() ?? null) !== after.answeredAt) return null
  const assigneeId = row.assigneeId === after.assigneeId ? before.assigneeId : row.assigneeId
  const state = before.state === 'received' && assigneeId !== null ? 'assigned' : before.state
  return toHandlingColumns({ ...before, state, assigneeId })
}

/** Recalls a reply that is still held back: restores the request and returns the text. Throws `too_late`. */
export const recallReply: Handler<typeof replies.takeBack> = (context, { params }) =>
  context.transaction(async (within) => {
    const row = await findRequest(within, params.id, true)
    const [entry] = await within.database
      .select()
      .from(formEntries)
      .where(and(eq(formEntries.id, params.entry), eq(formEntries.requestId, row.id), eq(formEntries.kind, 'answer')))
    if (!entry) throw new AppError('not_found')
    if (entry.mailId === null || !(await withdrawMail(within, entry.mailId))) throw new AppError('too_late')
    const files = await within.database
      .update(formFiles)
      .set({ requestId: null, entryId: null, position: null, createdAt: within.now() })
      .where(eq(formFiles.entryId, entry.id))
      .returning()
    // The text returns to the author's draft; the thread keeps an event.
    await within.database
      .update(formEntries)
      .set({ kind: 'event', what: 'withdrawn', subject: '', text: '', handling: null })
      .where(eq(formEntries.id, entry.id))
    const restored = entry.handling && planRestore(row, entry.handling.before, entry.handling.after)
    const [changed] = restored
      ? await changeRows(within, formRequests, restored).where(eq(formRequests.id, row.id)).returning()
      : [row]
    await auditRequest(within, 'recall', row)
    return {
      form: await presentRequest(within, changed ?? row),
      letter: {
        subject: entry.subject,
        text: entry.text,
        files: files.map(({ id, kind, name, mime, bytes, sha256, width, height }) => ({
          name,
          mime,
          bytes,
          ticket: signTicket(within, replyTicketScope(row.id), {
            id,
            kind,
            name,
            mime,
            bytes,
            sha256: sha256.toString('hex'),
            width,
            height,
          }),
        })),
      },
    }
  })
