import { and, inArray, isNotNull, sql } from 'drizzle-orm'
import { recordRemoval } from '#kit/audit/note-removal.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import type { Context } from '#kit/server/context.ts'
import { removeAnswersNaming } from '#kit/server/limits/idempotency.ts'
import { deleteMails } from '#people/messages/server/withdraw-messages.ts'
import { deleteUnusedFiles } from '../../outage/server/delete-unused-files.ts'
import { cleanSpool, isClaimedBySpool, isInSpool } from '../../outage/server/spool-request.ts'
import { uploadDays } from '../../rules.ts'
import { formEntries, formFiles, formRequests, type UndeliverableFormRow } from '../../table.ts'

/** Requests per transaction. */
const batchSize = 100

/** Retention in days of requests that could not be stored. */
const undeliverableDays = 90

/**
 * Deletes requests with all their data: files, thread, mails, and stored idempotent responses. One audit line with the
 * number remains. Files are deleted before their rows, so that a crash leaves rows to find again, never files without a
 * row. Returns the number of deleted files.
 */
export const deleteRequests = async (
  within: Context,
  requests: readonly { id: string; number: string }[],
): Promise<number> => {
  const ids = requests.map(({ id }) => id)
  if (ids.length === 0) return 0
  const { database, services } = within
  const files = await database.select({ id: formFiles.id }).from(formFiles).where(inArray(formFiles.requestId, ids))
  const mails = await database
    .select({ id: formEntries.mailId })
    .from(formEntries)
    .where(and(inArray(formEntries.requestId, ids), isNotNull(formEntries.mailId)))
  for (const { id } of files) await services.files.remove(id)
  await database.delete(formRequests).where(inArray(formRequests.id, ids))
  await deleteMails(
    within,
    mails.flatMap(({ id }) => id ?? []),
  )
  await removeAnswersNaming(within, ids)
  for (const { id, number } of requests)
    await writeAudit(within, { action: 'remove', entity: 'forms', entityId: id, summary: number })
  return files.length
}

/**
 * Enforces the retention of the privacy terms: requests after their period since closing, uploads without a request
 * after a week, requests that could not be stored after 90 days. Safe to run in several processes concurrently.
 */
export const deleteExpiredRequests = async (context: Context): Promise<{ requests: number; files: number }> => {
  const now = sql`${context.now().toISOString()}::timestamptz`
  const deleted = { requests: 0, files: 0 }
  for (let deletedCount = batchSize; deletedCount === batchSize; ) {
    const removed = await context.transaction(async (within) => {
      const { rows } = await within.database.execute<{ id: string; number: string }>(sql`
        SELECT r.id, r.number FROM form_requests r JOIN form_kinds k ON k.key = r.kind
        WHERE r.state = 'closed' AND r.closed_at < ${now} - make_interval(days => k.kept_days)
        ORDER BY r.closed_at LIMIT ${batchSize} FOR UPDATE OF r SKIP LOCKED`)
      return { requests: rows.length, files: await deleteRequests(within, rows) }
    })
    deletedCount = removed.requests
    deleted.requests += removed.requests
    deleted.files += removed.files
  }
  deleted.files += await deleteUnusedUploads(context)
  await deleteExpiredUndeliverable(context)
  await cleanSpool(context)
  return deleted
}

/** Deletes uploads without a request, except those of requests that are spooled or wait for staff. */
const deleteUnusedUploads = (context: Context): Promise<number> =>
  context.transaction(async (within) => {
    const { rows } = await within.database.execute<{ id: string }>(sql`
      SELECT id FROM form_files WHERE request_id IS NULL
        AND created_at < ${within.now().toISOString()}::timestamptz - make_interval(days => ${uploadDays})
        AND NOT EXISTS (SELECT FROM form_kept WHERE strpos(form_kept.entry, form_files.id::text) > 0)
      FOR UPDATE SKIP LOCKED`)
    const ids: string[] = []
    for (const { id } of rows) if (!(await isClaimedBySpool(within, id))) ids.push(id)
    for (const id of ids) await within.services.files.remove(id)
    if (ids.length > 0) await within.database.delete(formFiles).where(inArray(formFiles.id, ids))
    await recordRemoval(within, 'forms', { files: ids.length })
    return ids.length
  })

/** Returns those of the files that belong to a stored, spooled or undeliverable request. */
export const findReferencedFiles = async (context: Context, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await context.database.execute<{ id: string }>(sql`
    SELECT given.file AS id FROM jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) AS given (file)
    WHERE EXISTS (SELECT FROM form_files WHERE form_files.id = given.file::uuid)
      OR EXISTS (SELECT FROM form_kept WHERE strpos(form_kept.entry, given.file) > 0)`)
  const requestIds = new Set(rows.map(({ id }) => id))
  for (const id of ids) if (!requestIds.has(id) && (await isInSpool(context, id))) requestIds.add(id)
  return [...requestIds]
}

const deleteExpiredUndeliverable = (context: Context): Promise<void> =>
  context.transaction(async (within) => {
    const { rows } = await within.database.execute<Pick<UndeliverableFormRow, 'id' | 'entry'> & { received: Date }>(sql`
      DELETE FROM form_kept WHERE created_at < ${within.now().toISOString()}::timestamptz - make_interval(days => ${undeliverableDays})
      RETURNING id, entry, received_at AS received`)
    for (const { id, entry, received } of rows) {
      await deleteUnusedFiles(within, entry)
      const summary = new Date(received).toISOString()
      await writeAudit(within, { action: 'drop', entity: 'forms', entityId: id, summary })
    }
  })
