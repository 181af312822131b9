import { eq, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { normalizePhone } from '#kit/phone/parse-phone.ts'
import type { Context } from '#kit/server/context.ts'
import { htmlOf } from '#kit/text/html.ts'
import { m } from '#messages/messages.js'
import { queueMail } from '#people/messages/server/queue-messages.ts'
import { readSetting } from '#platform/settings/server/read-settings.ts'
import { addThreadEntry } from '../../server/add-thread-entry.ts'
import { type FormRequestRow, formFiles, formRequests } from '../../table.ts'
import type { Receipt } from '../contract.ts'
import { rejectUnknownKeys, selectKnownKey } from './check-record-keys.ts'
import { toFileColumns } from './upload-files.ts'
import type { AcceptedRequest } from './validate-request.ts'

type StoredColumns = Pick<FormRequestRow, 'number' | 'practice' | 'office' | 'lawyer'>

/**
 * Stores an accepted request once per key, however often and from wherever it comes. Number, files, first thread entry
 * and receipt mail are one transaction. For an unknown practice, office or lawyer key, `refused` throws `invalid`;
 * `kept` stores the request without the key, because its sender already got a receipt (the answer stays visible to
 * staff). Throws `key_reused` for another request under the same key.
 */
export const storeRequest = (
  context: Context,
  request: AcceptedRequest,
  unknownKeys: 'refused' | 'kept' = 'kept',
): Promise<Receipt> =>
  context.transaction(async (within) => {
    const { special } = request
    // Requests that an earlier version spooled have the number as it was typed.
    const phone = special.phone ? (normalizePhone(special.phone) ?? special.phone) : ''
    const received = sql`${request.receivedAt}::timestamptz`
    const { rows } = await within.database.execute<StoredColumns>(sql`
      INSERT INTO form_requests (id, number, kind, locale, answers, name, phone, email, practice, office, lawyer,
        consent_version, consented_at, key, request_hash, created_at, updated_at)
      VALUES (${request.id}, next_form_number(${received}), ${request.kind}, ${request.locale},
        ${JSON.stringify(request.answers)}::jsonb, ${special.name ?? ''}, ${phone}, ${special.email},
        ${selectKnownKey('practice', special.practice)}, ${selectKnownKey('office', special.office)},
        ${selectKnownKey('lawyer', special.lawyer)}, ${request.consent}, ${received}, ${request.key},
        ${Buffer.from(request.hash, 'hex')}, ${received}, ${received})
      ON CONFLICT (key) DO NOTHING RETURNING number, practice, office, lawyer`)
    const [stored] = rows
    if (!stored) return findReceipt(within, request)
    if (unknownKeys === 'refused') await rejectUnknownKeys(within, request, stored)
    const { number } = stored
    for (const [position, file] of request.files.entries()) {
      const attached = await within.database
        .insert(formFiles)
        .values({ ...toFileColumns(file, request.receivedAt), requestId: request.id, position })
        .onConflictDoUpdate({
          target: formFiles.id,
          set: { requestId: request.id, position },
          setWhere: sql`${formFiles.requestId} IS NULL`,
        })
        .returning({ id: formFiles.id })
      // A ticket is valid for one request.
      if (attached.length === 0) throw new AppError('invalid', { fields: { files: 'unknown_file' } })
    }
    const mail = special.email ? await queueReceipt(within, request, number) : null
    await addThreadEntry(within, request.id, { kind: 'event', what: 'received', mailId: mail })
    return { number, receivedAt: request.receivedAt }
  })

const findReceipt = async (context: Context, { key, hash }: AcceptedRequest): Promise<Receipt> => {
  const [row] = await context.database.select().from(formRequests).where(eq(formRequests.key, key))
  if (!row?.requestHash.equals(Buffer.from(hash, 'hex'))) throw new AppError('key_reused')
  return { number: row.number, receivedAt: row.createdAt.toISOString() }
}

const queueReceipt = async (context: Context, request: AcceptedRequest, number: string): Promise<string> => {
  const { name, phone } = await readSetting(context)
  const options = { locale: request.locale }
  const firm = name[request.locale] ?? name.ko
  const row = await queueMail(context, {
    to: request.special.email ?? '',
    about: null,
    subject: m.consult_mail_subject({ firm, number }, options),
    html: htmlOf(m.consult_mail_text({ name: request.special.name ?? '', number, phone, firm }, options)),
  })
  return row.id
}
