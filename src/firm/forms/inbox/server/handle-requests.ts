import { setTimeout as wait } from 'node:timers/promises'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { privateAddress, storePrivate } from '#kit/files/private-files.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { createRateLimit } from '#kit/server/limits/rate-limit.ts'
import { localize } from '#kit/server/records/localize.ts'
import { changeRows, throwMissedUpdate, toRecord } from '#kit/server/records/records.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { levels } from '#people/levels/table.ts'
import { findSender } from '#people/messages/server/queue-messages.ts'
import { users } from '#people/users/table.ts'
import { forms as contract } from '../../contract.ts'
import { undeliverableHandlers } from '../../outage/server/handle-undeliverable.ts'
import { acceptOrSpool } from '../../outage/server/spool-request.ts'
import { emailHandler } from '../../replies/server/handle-replies.ts'
import { formatRequestNumber, listStatesBefore, minimumFillTime, planHandling, toDialedDigits } from '../../rules.ts'
import { findAccountNames, findRequest, presentRequest, presentRequests } from '../../server/present-requests.ts'
import {
  addThreadEntry,
  findFormDefinition,
  recordUpload,
  validateRequest,
} from '../../submission/server/accept-request.ts'
import { officeExists } from '../../submission/server/check-record-keys.ts'
import { type FormRequestRow, formFiles, formRequests } from '../../table.ts'
import { requestListOptions } from './search-requests.ts'

// List and get only: visitors create requests; `removeRequest` and the retention job delete them.
const { list } = tableHandlers({ list: contract.list, get: contract.get }, formRequests, {
  ...requestListOptions,
  title: (row) => row.number,
  lineColumns: ['answers', 'assigneeId'],
  presentLines: presentRequests,
  present: (rows, context) => Promise.all(rows.map((row) => presentRequest(context, row))),
})

/** Minutes within which another view by the same account is not logged again. */
const lookAgain = 10

/** Adds a thread event and an audit line for a view. */
const noteLook = async (context: Context, row: FormRequestRow): Promise<void> => {
  const now = context.now().toISOString()
  const { userId, name } = context.principal
  const { rowCount } = await context.database.execute(sql`
    INSERT INTO form_entries (id, request_id, kind, what, actor_id, actor, created_at, updated_at)
    SELECT ${context.newId()}, ${row.id}, 'event', 'opened', ${userId}, ${name}, ${now}::timestamptz, ${now}::timestamptz
    WHERE NOT EXISTS (SELECT 1 FROM form_entries WHERE request_id = ${row.id} AND what = 'opened' AND actor_id = ${userId}
      AND created_at > ${now}::timestamptz - make_interval(mins => ${lookAgain}))`)
  if (rowCount === 1) await audit(context, 'read', row)
}

const audit = (context: Context, action: string, row: FormRequestRow, before?: object, after?: object) =>
  writeAudit(context, { action, entity: 'forms', entityId: row.id, summary: row.number, before, after })

const handlingOf = ({ state, assigneeId, office }: FormRequestRow) => ({ state, assigneeId, office })

const mayTakeCare = (context: Context) =>
  context.database
    .select({ id: users.id, name: users.name })
    .from(users)
    .innerJoin(levels, eq(levels.id, users.levelId))
    .where(and(eq(users.state, 'active'), sql`'console:forms:write' = ANY(${levels.scopes})`))
    .orderBy(asc(users.name))

/** Rate limits per client address: requests and status look-ups. */
const sending = createRateLimit({ most: 10, within: 10 * 60_000 })
const looking = createRateLimit({ most: 10, within: 10 * 60_000 })

/** Minimum duration of a look-up in ms, so that its time does not reveal whether a request was found. */
const lookUpTime = 120

export const formHandlers: Handlers<typeof contract> = {
  ...undeliverableHandlers,
  list,

  get: (context, { params }) =>
    context.transaction(async (within) => {
      const row = await findRequest(within, params.id)
      await noteLook(within, row)
      return { form: await presentRequest(within, row) }
    }),

  update: (context, { params, body, sent, stamp }) =>
    context.transaction(async (within) => {
      if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
      const before = await findRequest(within, params.id, true)
      if (before.updatedAt.getTime() !== stamp.getTime()) return throwMissedUpdate(await presentRequest(within, before))
      const assigneeId = sent.has('assignee') ? body.assignee : undefined
      if (assigneeId && !(await mayTakeCare(within)).some(({ id }) => id === assigneeId))
        throw new AppError('invalid', { fields: { assignee: 'choose' } })
      const office = sent.has('office') ? body.office : undefined
      if (office && !(await officeExists(within, office)))
        throw new AppError('invalid', { fields: { office: 'choose' } })
      const plan = planHandling(before, { state: body.state, assigneeId, office }, within.principal.userId)
      if (!plan) throw new AppError('conflict')
      const now = within.now()
      const [row] = await changeRows(within, formRequests, {
        ...plan,
        ...(sent.has('office') && { office: body.office }),
        answeredAt: plan.state === 'answered' ? (before.answeredAt ?? now) : before.answeredAt,
        closedAt: plan.state === 'closed' ? (before.closedAt ?? now) : null,
        // Reopening undoes a merge.
        mergedInto: plan.state === 'closed' ? before.mergedInto : null,
      })
        .where(
          and(
            eq(formRequests.id, params.id),
            eq(formRequests.updatedAt, stamp),
            inArray(formRequests.state, listStatesBefore(plan.state)),
          ),
        )
        .returning()
      if (!row) throw new AppError('conflict')
      if (row.state !== before.state) await addThreadEntry(within, row.id, { kind: 'event', what: row.state })
      if (row.assigneeId !== before.assigneeId && row.assigneeId) {
        const names = await findAccountNames(within, [row.assigneeId])
        await addThreadEntry(within, row.id, { kind: 'event', what: 'taken', text: names.get(row.assigneeId) ?? '' })
      }
      if (row.office !== before.office)
        await addThreadEntry(within, row.id, { kind: 'event', what: 'office', text: row.office ?? '' })
      await audit(within, 'update', row, handlingOf(before), handlingOf(row))
      return { form: await presentRequest(within, row) }
    }),

  addNote: (context, { params, body }) =>
    context.transaction(async (within) => {
      const row = await findRequest(within, params.id)
      await addThreadEntry(within, row.id, { kind: 'note', text: body.text })
      await audit(within, 'note', row)
      return { form: await presentRequest(within, row) }
    }),

  ...emailHandler,

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
      await audit(within, 'download', row, undefined, { file: file.id })
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
    return { staff: (await mayTakeCare(context)).map(({ id, name }) => ({ _id: id, name })) }
  },

  async kind(context, { params }) {
    context.tag(`form:${params.kind}`)
    const { key, title, fields, privacyVersion, keptDays } = await findFormDefinition(context, params.kind)
    const { lang } = localize(context.locale, { title })
    return {
      kind: {
        key,
        title: textIn(lang, title),
        fields: fields.map((field) => ({
          ...field,
          label: textIn(lang, field.label),
          hint: textIn(lang, field.hint),
          options: field.options.map(({ value, label }) => ({ value, label: textIn(lang, label) })),
        })),
        privacyVersion,
        keptDays,
        receiptByMail: (await findSender(context)) !== null,
        lang,
      },
    }
  },

  async upload(context, { params, files }) {
    await findFormDefinition(context, params.kind)
    const [sentFile] = files
    if (!sentFile) throw new AppError('invalid', { fields: { file: 'required' } })
    const file = await storePrivate(context, contract.upload.upload, sentFile)
    const { name, mime, bytes } = file
    return { file: { name, mime, bytes, ticket: await recordUpload(context, params.kind, file) } }
  },

  async create(context, { params, body, key }) {
    // Bots fill in the honeypot or send faster than a person could; their attempts do not count against the rate limit.
    if (body.website !== '') throw new AppError('invalid', { fields: { website: 'leave_empty' } })
    if (body.elapsed !== undefined && body.elapsed < minimumFillTime)
      throw new AppError('too_many', { retryAfter: Math.ceil((minimumFillTime - body.elapsed) / 1000) })
    const request = await validateRequest(context, params.kind, body, key ?? '')
    const seconds = sending.take(context.scope.address, request.key, context.now())
    if (seconds > 0) throw new AppError('too_many', { retryAfter: seconds })
    return { receipt: await acceptOrSpool(context, request) }
  },

  async status(context, { body }) {
    const began = performance.now()
    const seconds = looking.take(context.scope.address, context.newId(), context.now())
    if (seconds > 0) throw new AppError('too_many', { retryAfter: seconds })
    const contact = body.contact.normalize('NFKC')
    // Same as `dialledDigits`: browsers fill in +82 for 010.
    const asDialled = sql`regexp_replace(regexp_replace(${formRequests.phone}, '\\D', '', 'g'), '^(00)?820?', '0')`
    const [row] = await context.database
      .select()
      .from(formRequests)
      .where(
        and(
          eq(formRequests.number, formatRequestNumber(body.number)),
          sql`((${formRequests.phone} <> '' AND ${asDialled} = ${toDialedDigits(contact)}) OR lower(${formRequests.email}) = ${contact.toLowerCase()})`,
        ),
      )
    // A merged request shows the state of the one it was merged into.
    const [current] = row?.mergedInto
      ? await context.database.select().from(formRequests).where(eq(formRequests.id, row.mergedInto))
      : [row]
    await wait(Math.max(0, lookUpTime - (performance.now() - began)))
    if (!row || !current) throw new AppError('not_found')
    const { answeredAt, closedAt, state } = toRecord(current)
    return { request: { number: row.number, state, receivedAt: row.createdAt.toISOString(), answeredAt, closedAt } }
  },
}
