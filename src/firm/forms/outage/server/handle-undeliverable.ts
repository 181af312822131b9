import { asc, desc, eq, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { formatPhone } from '#kit/phone/parse-phone.ts'
import { Context, type Handlers, publicScope } from '#kit/server/context.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { containsWords } from '#kit/server/records/search-conditions.ts'
import { selectPage } from '#kit/server/records/select-page.ts'
import { addThreadEntry } from '../../server/add-thread-entry.ts'
import { findRequest, presentAnswers, presentRequest } from '../../server/present-requests.ts'
import { findFormDefinition } from '../../submission/server/find-form-definition.ts'
import { storeRequest } from '../../submission/server/store-request.ts'
import type { AcceptedRequest } from '../../submission/server/validate-request.ts'
import { type UndeliverableFormRow, undeliverableForms } from '../../table.ts'
import type { UndeliverableForm, undeliverable } from '../contract.ts'
import { deleteUnusedFiles, filterFreeFiles } from './delete-unused-files.ts'
import { parseSpoolEntry } from './spool-request.ts'

const presentSender = async (context: Context, entry: AcceptedRequest): Promise<UndeliverableForm['sender']> => {
  // A deleted form has no labels.
  const kind = await findFormDefinition(context, entry.kind).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
  const { name, phone, email } = entry.special
  return {
    name: name ?? '',
    phone: formatPhone(phone ?? ''),
    email,
    message: entry.answers.message ?? '',
    answers: kind
      ? presentAnswers(kind, entry.answers)
      : Object.entries(entry.answers).flatMap(([field, value]) =>
          value ? [{ name: field, label: field, value }] : [],
        ),
  }
}

const presentUndeliverable = async (
  context: Context,
  { entry: text, digest: _digest, ...row }: UndeliverableFormRow,
): Promise<UndeliverableForm> => {
  const entry = parseSpoolEntry(text)
  if (!entry) return { ...toRecord(row), sender: null, files: [] }
  const free = new Set((await filterFreeFiles(context, entry.files)).map(({ id }) => id))
  return {
    ...toRecord(row),
    sender: await presentSender(context, entry),
    files: entry.files.map(({ id, name, bytes }) => ({ name, bytes, isThere: free.has(id) })),
  }
}

/** Minutes within which another view by the same account is not logged again. */
const viewLogInterval = 10

/** Logs who viewed personal data. The requests have no number yet, so their time identifies them. */
const logViews = async (context: Context, rows: readonly UndeliverableFormRow[]): Promise<void> => {
  const { rows: recorded } = await context.database.execute<{ id: string }>(sql`
    SELECT DISTINCT entity_id AS id FROM audit WHERE entity = 'forms' AND action = 'read'
      AND actor_id = ${context.principal.userId}::uuid
      AND at > ${context.now().toISOString()}::timestamptz - make_interval(mins => ${viewLogInterval})`)
  const recordedIds = new Set(recorded.map(({ id }) => id))
  for (const row of rows) if (!recordedIds.has(row.id)) await auditUndeliverable(context, 'read', row)
}

const auditUndeliverable = (context: Context, action: string, row: UndeliverableFormRow): Promise<void> =>
  writeAudit(context, { action, entity: 'forms', entityId: row.id, summary: row.receivedAt.toISOString() })

/**
 * Deletes and returns an undeliverable request within the caller's transaction. Of several concurrent callers one
 * succeeds; the others get `not_found`.
 */
const removeUndeliverable = async (context: Context, id: string): Promise<UndeliverableFormRow> => {
  const [row] = await context.database.delete(undeliverableForms).where(eq(undeliverableForms.id, id)).returning()
  if (!row) throw new AppError('not_found')
  return row
}

export const undeliverableHandlers: Handlers<typeof undeliverable> = {
  async kept(context, { query: { page, limit, sort, q } }) {
    const where = q ? containsWords([undeliverableForms.entry], q) : undefined
    const direction = sort.startsWith('-') ? desc : asc
    const [rows, total] = await selectPage(context, undeliverableForms, where, { page, limit }, [
      direction(undeliverableForms.createdAt),
      direction(undeliverableForms.id),
    ])
    const forms: UndeliverableForm[] = []
    for (const row of rows) forms.push(await presentUndeliverable(context, row))
    if (rows.length > 0) await logViews(context, rows)
    return { kept: forms, total, page, limit }
  },

  fileKept: (context, { params }) =>
    context.transaction(async (within) => {
      const row = await removeUndeliverable(within, params.id)
      const entry = parseSpoolEntry(row.entry)
      if (!entry) throw new AppError('conflict')
      const kind = await findFormDefinition(within, entry.kind).catch((error: unknown) => {
        // A deleted form takes no requests.
        throw error instanceof AppError ? new AppError('conflict') : error
      })
      const files = await filterFreeFiles(within, entry.files)
      const free = new Set(files.map(({ id }) => id))
      const missingFiles = entry.files.filter(({ id }) => !free.has(id))
      // Store it anonymously in the sender's language, so that it is not attributed to the colleague.
      const sender = new Context(within.services, publicScope(entry.locale), within.database)
      await storeRequest(sender, { ...entry, kind: kind.key, files, key: `kept:${row.id}` })
      await addThreadEntry(within, entry.id, {
        kind: 'event',
        what: 'filed',
        text: missingFiles.map(({ name }) => name).join(', '),
      })
      const request = await findRequest(within, entry.id)
      await writeAudit(within, { action: 'file', entity: 'forms', entityId: request.id, summary: request.number })
      return { form: await presentRequest(within, request) }
    }),

  discardKept: (context, { params }) =>
    context.transaction(async (within) => {
      const row = await removeUndeliverable(within, params.id)
      await deleteUnusedFiles(within, row.entry)
      await auditUndeliverable(within, 'drop', row)
      return undefined
    }),
}
