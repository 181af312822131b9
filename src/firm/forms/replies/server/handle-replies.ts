import { and, eq, inArray, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { storePrivate } from '#kit/files/private-files.ts'
import { fieldMessage } from '#kit/issue-messages.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows, throwMissedUpdate } from '#kit/server/records/records.ts'
import { cleanHtml, htmlOf } from '#kit/text/html.ts'
import { m } from '#messages/messages.js'
import { findSender, queueMail } from '#people/messages/server/queue-messages.ts'
import { withdrawMail } from '#people/messages/server/withdraw-messages.ts'
import { readSetting } from '#platform/settings/server/read-settings.ts'
import type { forms as contract } from '../../contract.ts'
import { requestHandling } from '../../contract-handling.ts'
import { exportList, logExport } from '../../export/server/export-requests.ts'
import { deleteRequest } from '../../retention/server/delete-request.ts'
import { listStatesBefore } from '../../rules.ts'
import { findRequest, presentRequest } from '../../server/present-requests.ts'
import {
  addThreadEntry,
  recordUpload,
  redeemTickets,
  signTicket,
  toFileColumns,
} from '../../submission/server/accept-request.ts'
import { type FormRequestRow, formEntries, formFiles, formRequests, type Handling } from '../../table.ts'
import { findReplyErrors, holdSeconds, maxReplyBytes } from '../rules.ts'

/** Ticket scope of a reply: its attachments are valid for its request only. */
const letterForm = (id: string): string => `letter:${id}`

const handlingOf = ({ state, assigneeId, answeredAt, closedAt }: FormRequestRow): Handling => ({
  state,
  assigneeId,
  answeredAt: answeredAt?.toISOString() ?? null,
  closedAt: closedAt?.toISOString() ?? null,
})

const columnsOf = ({ state, assigneeId, answeredAt, closedAt }: Handling) => ({
  state,
  assigneeId,
  answeredAt: answeredAt === null ? null : new Date(answeredAt),
  closedAt: closedAt === null ? null : new Date(closedAt),
})

const greetingOf = ({ name, locale }: FormRequestRow): string => m.forms_reply_text_given({ name }, { locale })

const audit = (context: Context, action: string, row: FormRequestRow, rest: { before?: object; after?: object } = {}) =>
  writeAudit(context, { action, entity: 'forms', entityId: row.id, summary: row.number, ...rest })

/** Attaches uploaded files to a thread entry; returns them for the outbox. */
const placeFiles = async (context: Context, row: FormRequestRow, entryId: string, tickets: readonly string[]) => {
  const files = await redeemTickets(context, letterForm(row.id), tickets)
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) > maxReplyBytes)
    throw new AppError('invalid', { fields: { files: 'letter_size' } })
  const now = context.now().toISOString()
  for (const [position, file] of files.entries()) {
    const placed = await context.database
      .insert(formFiles)
      .values({ ...toFileColumns(file, now), requestId: row.id, entryId, position })
      .onConflictDoUpdate({
        target: formFiles.id,
        set: { requestId: row.id, entryId, position },
        setWhere: sql`${formFiles.requestId} IS NULL`,
      })
      .returning({ id: formFiles.id })
    // A ticket is valid for one reply.
    if (placed.length === 0) throw new AppError('invalid', { fields: { files: 'unknown_file' } })
  }
  return files.map(({ id, name, mime }) => ({ key: `${id}/private`, name, mime }))
}

type Email = Pick<Handlers<typeof contract>, 'email'>

export const emailHandler: Email = {
  email: (context, { params, body, stamp }) =>
    context.transaction(async (within) => {
      if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
      const before = await findRequest(within, params.id, true)
      if (before.updatedAt.getTime() !== stamp.getTime()) return throwMissedUpdate(await presentRequest(within, before))
      if (before.email === null || before.mergedInto !== null) throw new AppError('conflict')
      if (!(await findSender(within))) throw new AppError('no_sender')
      const faults = findReplyErrors(body, greetingOf(before))
      if (Object.keys(faults).length > 0) throw new AppError('invalid', { fields: faults })
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
        handling: { before: handlingOf(before), after: handlingOf(row) },
      })
      const attachments = await placeFiles(within, row, entry, body.files)
      const mail = await queueMail(within, {
        to: row.email ?? '',
        about: null,
        subject: body.subject,
        html: htmlOf(body.text),
        notBefore: new Date(now.getTime() + holdSeconds * 1000),
        attachments,
      })
      await within.database.update(formEntries).set({ mailId: mail.id }).where(eq(formEntries.id, entry))
      await audit(within, 'answer', row)
      return { form: await presentRequest(within, row) }
    }),
}

/**
 * Returns the columns to restore when a reply or merge is undone; null if there is a later reply. A later assignee
 * stays.
 */
const restored = (row: FormRequestRow, before: Handling, after: Handling): ReturnType<typeof columnsOf> | null => {
  if ((row.answeredAt?.toISOString() ?? null) !== after.answeredAt) return null
  const assigneeId = row.assigneeId === after.assigneeId ? before.assigneeId : row.assigneeId
  const state = before.state === 'received' && assigneeId !== null ? 'assigned' : before.state
  return columnsOf({ ...before, state, assigneeId })
}

export const requestHandlingHandlers: Handlers<typeof requestHandling> = {
  async sender(context) {
    const { name } = await readSetting(context)
    return { sender: await findSender(context), firm: name.ko }
  },

  async preview(context, { params, body }) {
    const row = await findRequest(context, params.id)
    const faults = Object.entries(findReplyErrors(body, greetingOf(row)))
    return {
      mail: {
        from: await findSender(context),
        to: row.email ?? '',
        about: null,
        subject: body.subject,
        html: cleanHtml(htmlOf(body.text)),
        faults: Object.fromEntries(faults.map(([name, code]) => [name, fieldMessage(code, context.locale)])),
      },
    }
  },

  async attach(context, { params, files }) {
    const row = await findRequest(context, params.id)
    const [sentFile] = files
    if (!sentFile) throw new AppError('invalid', { fields: { file: 'required' } })
    const file = await storePrivate(context, requestHandling.attach.upload, sentFile)
    const { name, mime, bytes } = file
    return { file: { name, mime, bytes, ticket: await recordUpload(context, letterForm(row.id), file) } }
  },

  takeBack: (context, { params }) =>
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
      const back = entry.handling && restored(row, entry.handling.before, entry.handling.after)
      const [changed] = back
        ? await changeRows(within, formRequests, back).where(eq(formRequests.id, row.id)).returning()
        : [row]
      await audit(within, 'recall', row)
      return {
        form: await presentRequest(within, changed ?? row),
        letter: {
          subject: entry.subject,
          text: entry.text,
          files: files.map(({ id, kind, name, mime, bytes, sha256, width, height }) => ({
            name,
            mime,
            bytes,
            ticket: signTicket(within, letterForm(row.id), {
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
    }),

  merge: (context, { params, body, stamp }) =>
    context.transaction(async (within) => {
      if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
      if (body.other === params.id) throw new AppError('conflict')
      // Lock both rows in one order, so that two opposite merges cannot deadlock.
      const held = new Map<string, FormRequestRow>()
      for (const id of [params.id, body.other].sort()) held.set(id, await findRequest(within, id, true))
      const row = held.get(params.id)
      const other = held.get(body.other)
      if (!row || !other) throw new AppError('not_found')
      if (row.updatedAt.getTime() !== stamp.getTime()) return throwMissedUpdate(await presentRequest(within, row))
      const follow = await within.database.$count(formRequests, eq(formRequests.mergedInto, other.id))
      if (row.mergedInto !== null || other.mergedInto !== null || follow > 0) throw new AppError('conflict')
      const now = within.now()
      const [merged] = await changeRows(within, formRequests, {
        state: 'closed',
        closedAt: other.closedAt ?? now,
        mergedInto: row.id,
      })
        .where(and(eq(formRequests.id, other.id), sql`${formRequests.mergedInto} IS NULL`))
        .returning()
      const [kept] = await changeRows(within, formRequests, {})
        .where(and(eq(formRequests.id, row.id), sql`${formRequests.mergedInto} IS NULL`))
        .returning()
      if (!merged || !kept) throw new AppError('conflict')
      await addThreadEntry(within, row.id, { kind: 'event', what: 'merged', text: other.number })
      await addThreadEntry(within, other.id, {
        kind: 'event',
        what: 'merged_into',
        text: row.number,
        handling: { before: handlingOf(other), after: handlingOf(merged) },
      })
      await audit(within, 'merge', row, { after: { other: other.number } })
      return { form: await presentRequest(within, kept) }
    }),

  separate: (context, { params, body }) =>
    context.transaction(async (within) => {
      for (const id of [params.id, body.other].sort()) await findRequest(within, id, true)
      const row = await findRequest(within, params.id)
      const other = await findRequest(within, body.other)
      const [entry] = await within.database
        .select()
        .from(formEntries)
        .where(and(eq(formEntries.requestId, other.id), eq(formEntries.what, 'merged_into')))
        .orderBy(sql`${formEntries.id} DESC`)
        .limit(1)
      const before = entry?.handling?.before ?? { ...handlingOf(other), state: 'closed' as const }
      const [apart] = await changeRows(within, formRequests, { ...columnsOf(before), mergedInto: null })
        .where(and(eq(formRequests.id, other.id), eq(formRequests.mergedInto, row.id)))
        .returning()
      if (!apart) throw new AppError('conflict')
      await addThreadEntry(within, row.id, { kind: 'event', what: 'separated', text: other.number })
      await addThreadEntry(within, other.id, { kind: 'event', what: 'separated', text: row.number })
      await audit(within, 'separate', row, { after: { other: other.number } })
      return { form: await presentRequest(within, row) }
    }),

  async export(context, input) {
    const { reason, ...query } = input.query
    await logExport(context, query, reason)
    return exportList(context, { ...input, query })
  },

  remove: deleteRequest,
}
