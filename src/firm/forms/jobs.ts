import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { isUnreachable } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { htmlOf } from '#kit/html.ts'
import type { Context } from '#kit/server/context.ts'
import { keepInSpool } from '#kit/spool.ts'
import { m } from '#messages/messages.js'
import { queueMail } from '#people/messages/service.ts'
import { readSetting } from '#platform/settings/service.ts'
import type { Receipt } from './contract.ts'
import { uploadDays } from './rules.ts'
import { type Accepted, type Ahead, addEntry, fileColumns, noteFile, spoolOf } from './service.ts'
import { formFiles, formRequests } from './table.ts'

/**
 * Writes an accepted request down: once for each key, whatever comes how often and from where. The number, the files,
 * the first line of its thread and the receipt by mail are one transaction. Throws `key_reused` for another request
 * under a known key.
 */
export const fileRequest = (context: Context, request: Accepted): Promise<Receipt> =>
  context.transaction(async (within) => {
    const { special } = request
    const received = sql`${request.receivedAt}::timestamptz`
    const { rows } = await within.database.execute<{ number: string }>(sql`
      INSERT INTO form_requests (id, number, kind, locale, answers, name, phone, email, practice, office, lawyer,
        consent_version, consented_at, key, request_hash, created_at, updated_at)
      VALUES (${request.id}, next_form_number(${received}), ${request.kind}, ${request.locale},
        ${JSON.stringify(request.answers)}::jsonb, ${special.name ?? ''}, ${special.phone ?? ''}, ${special.email},
        ${special.practice}, ${special.office}, ${special.lawyer}, ${request.consent}, ${received}, ${request.key},
        ${Buffer.from(request.hash, 'hex')}, ${received}, ${received})
      ON CONFLICT (key) DO NOTHING RETURNING number`)
    const number = rows[0]?.number
    if (!number) return receiptOf(within, request)
    for (const [position, file] of request.files.entries()) {
      const placed = await within.database
        .insert(formFiles)
        .values({ ...fileColumns(file, request.receivedAt), requestId: request.id, position })
        .onConflictDoUpdate({
          target: formFiles.id,
          set: { requestId: request.id, position },
          setWhere: sql`${formFiles.requestId} IS NULL`,
        })
        .returning({ id: formFiles.id })
      // A ticket is good for one request.
      if (placed.length === 0) throw new AppError('invalid', { fields: { files: 'unknown_file' } })
    }
    const mail = special.email ? await queueReceipt(within, request, number) : null
    await addEntry(within, request.id, { kind: 'event', what: 'received', mailId: mail })
    return { number, receivedAt: request.receivedAt }
  })

const receiptOf = async (context: Context, { key, hash }: Accepted): Promise<Receipt> => {
  const [row] = await context.database.select().from(formRequests).where(eq(formRequests.key, key))
  if (!row?.requestHash.equals(Buffer.from(hash, 'hex'))) throw new AppError('key_reused')
  return { number: row.number, receivedAt: row.createdAt.toISOString() }
}

/**
 * Takes in what a visitor sent. While the database is away it is kept on the disk of this house before the visitor is
 * told, and gets its number later.
 */
export const takeIn = async (context: Context, request: Accepted): Promise<Receipt> => {
  try {
    return await fileRequest(context, request)
  } catch (error) {
    if (!isUnreachable(error)) throw error
    const name = `request-${createHash('sha256').update(request.key).digest('hex')}`
    await keepInSpool(spoolOf(context.services.settings), name, request)
    return { number: null, receivedAt: request.receivedAt }
  }
}

/** Takes one kept entry to the database; what arrived already is left alone. */
export const deliverKept = async (context: Context, value: unknown): Promise<void> => {
  const entry = value as Accepted | Ahead
  if (entry.entry === 'upload') await noteFile(context, entry)
  else await fileRequest(context, entry)
}

const queueReceipt = async (context: Context, request: Accepted, number: string): Promise<string> => {
  const { name, phone } = await readSetting(context)
  const options = { locale: request.locale }
  const firm = name[request.locale] ?? name.ko
  const row = await queueMail(context, {
    to: request.special.email ?? '',
    subject: m.consult_mail_subject({ firm, number }, options),
    html: htmlOf(m.consult_mail_text({ name: request.special.name ?? '', number, phone, firm }, options)),
  })
  return row.id
}

/**
 * Keeps the promise of the privacy terms: a request goes with its files and its thread when its time after closing is
 * over, and a file whose request never came goes after a week. Any number of processes may do it at once.
 */
export const forgetForms = async (context: Context): Promise<{ requests: number; files: number }> => {
  const now = sql`${context.now().toISOString()}::timestamptz`
  const over = await context.database.execute<{ requests: number; files: string[] }>(sql`
    WITH over AS (
      SELECT r.id FROM form_requests r JOIN form_kinds k ON k.key = r.kind
      WHERE r.state = 'closed' AND r.closed_at < ${now} - make_interval(days => k.kept_days)
      ORDER BY r.closed_at LIMIT 200 FOR UPDATE OF r SKIP LOCKED
    ), bytes AS (SELECT f.id FROM form_files f JOIN over ON over.id = f.request_id),
    gone AS (DELETE FROM form_requests r USING over WHERE r.id = over.id RETURNING r.id)
    SELECT (SELECT count(*) FROM gone) AS requests, ARRAY(SELECT id::text FROM bytes) AS files`)
  const alone = await context.database.execute<{ id: string }>(sql`
    DELETE FROM form_files WHERE request_id IS NULL AND created_at < ${now} - make_interval(days => ${uploadDays}) RETURNING id`)
  const ids = [...(over.rows[0]?.files ?? []), ...alone.rows.map(({ id }) => id)]
  for (const id of ids) await context.services.files.remove(id)
  return { requests: over.rows[0]?.requests ?? 0, files: ids.length }
}
