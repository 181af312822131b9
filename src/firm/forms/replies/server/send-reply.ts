import { and, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context, Handler } from '#kit/server/context.ts'
import { changeRows, throwMissedUpdate } from '#kit/server/records/records.ts'
import { htmlOf } from '#kit/text/html.ts'
import { m } from '#messages/messages.js'
import { findSender, queueMail } from '#people/messages/server/queue-messages.ts'
import { listStatesBefore } from '../../rules.ts'
import { addThreadEntry } from '../../server/add-thread-entry.ts'
import { auditRequest } from '../../server/audit-request.ts'
import { findRequest, presentRequest } from '../../server/present-requests.ts'
import { captureHandling } from '../../server/restore-handling.ts'
import { redeemTickets, toFileColumns } from '../../submission/server/upload-files.ts'
import { type FormRequestRow, formEntries, formFiles, formRequests } from '../../table.ts'
import type { replies } from '../contract.ts'
import { findReplyErrors, holdSeconds, maxReplyBytes, replyTicketScope } from '../rules.ts'

/** Returns the default greeting of a reply, which does not count as its text. */
export const getGreeting = ({ name, locale }: FormRequestRow): string => m.forms_reply_text_given({ name }, { locale })

/** Attaches uploaded files to a thread entry; returns them for the outbox. */
const attachFiles = async (context: Context, row: FormRequestRow, entryId: string, tickets: readonly string[]) => {
  const files = await redeemTickets(context, replyTicketScope(row.id), tickets)
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) > maxReplyBytes)
    throw new AppError('invalid', { fields: { files: 'letter_size' } })
  const now = context.now().toISOString()
  for (const [position, file] of files.entries()) {
    const attached = await context.database
      .insert(formFiles)
      .values({ ...toFileColumns(file, now), requestId: row.id, entryId, position })
      .onConflictDoUpdate({
        target: formFiles.id,
        set: { requestId: row.id, entryId, position },
        setWhere: sql`${formFiles.requestId} IS NULL`,
      })
      .returning({ id: formFiles.id })
    // A ticket is valid for one reply.
    if (attached.length === 0) throw new AppError('invalid', { fields: { files: 'unknown_file' } })
  }
  return files.map(({ id, name, mime }) => ({ key: `${id}/private`, name, mime }))
}

/**
 * Stores a reply and queues its mail, held back for `holdSeconds`. Throws `no_sender` if mail is not configured and
 * `conflict` for a request without e-mail address or merged into another.
 */
export const sendReply: Handler<typeof replies.email> = (context, { params, body, stamp }) =>
  context.transaction(async (within) => {
    if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
    const before = await findRequest(within, params.id, true)
    if (before.updatedAt.getTime() !== stamp.getTime()) return throwMissedUpdate(await presentRequest(within, before))
    if (before.email === null || before.mergedInto !== null) throw new AppError('conflict')
    if (!(await findSender(within))) throw new AppError('no_sender')
    const errors = findReplyErrors(body, getGreeting(before))
    if (Object.keys(errors).length > 0) throw new AppError('invalid', { fields: errors })
    const now = within.now()
    const [row] = await changeRows(within, formRequests, {
      state: body.state,
      answeredAt: now,
      closedAt: body.state === 'closed' ? now : null,
      assigneeId: before.assigneeId ?? within.principal.userId,
    })
      .where(
        and(
          eq(formRequests.id, params.id),
          eq(formRequests.updatedAt, stamp),
          inArray(formRequests.state, listStatesBefore('answered')),
        ),
      )
      .returning()
    if (!row) throw new AppError('conflict')
    const entry = await addThreadEntry(within, row.id, {
      kind: 'answer',
      subject: body.subject,
      text: body.text,
      handling: { before: captureHandling(before), after: captureHandling(row) },
    })
    const attachments = await attachFiles(within, row, entry, body.files)
    const mail = await queueMail(within, {
      to: row.email ?? '',
      about: null,
      subject: body.subject,
      html: htmlOf(body.text),
      notBefore: new Date(now.getTime() + holdSeconds * 1000),
      attachments,
    })
    await within.database.update(formEntries).set({ mailId: mail.id }).where(eq(formEntries.id, entry))
    await auditRequest(within, 'answer', row)
    return { form: await presentRequest(within, row) }
  })
