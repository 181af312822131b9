import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { and, asc, desc, eq, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Locale } from '#kit/contract.ts'
import { isUnreachable } from '#kit/db/pool.ts'
import type { Settings } from '#kit/env.ts'
import { AppError } from '#kit/errors.ts'
import { hasPrivateFile, type PrivateFile, privateAddress, sealed, unsealed } from '#kit/files/private.ts'
import { textIn } from '#kit/i18n.ts'
import type { DeskPart, DeskWork } from '#kit/module/desk.ts'
import type { Context } from '#kit/server/context.ts'
import { parsePart } from '#kit/server/parse.ts'
import { toRecord } from '#kit/server/records.ts'
import { keepInSpool } from '#kit/spool.ts'
import { outbox } from '#people/messages/table.ts'
import { users } from '#people/users/table.ts'
import { answersSchema, type Entry, type FormRequest, type FormSummary, type NewRequest } from './contract.ts'
import { consultForm } from './demo.ts'
import { overdueDays, subjectOf, uploadDays } from './rules.ts'
import {
  type FormKindRow,
  type FormRequestRow,
  formEntries,
  formFiles,
  formKept,
  formKinds,
  formRequests,
} from './table.ts'

/** `previous`: the terms before these, for visitors who began before they changed. */
type Definition = Pick<FormKindRow, 'key' | 'title' | 'fields' | 'privacyVersion' | 'keptDays'> & {
  previous?: string | undefined
  /** What the product brings along: this process has not read the definition on record yet. */
  isAssumed?: boolean
}

/** The definitions this process has seen: requests are checked by them while the database is away. */
const known = new Map<string, Definition>([[consultForm.key, { ...consultForm, isAssumed: true }]])

/** Days for which one may still agree to the terms that were shown when a draft was begun. */
const previousDays = 7

/** The privacy terms in force, by the day they began in Seoul, and those before them for a week. */
const privacyTerms = async (context: Context): Promise<Pick<Definition, 'privacyVersion' | 'previous'> | null> => {
  const now = context.now()
  context.tag('terms:privacy')
  const { rows } = await context.database.execute<{ day: string; begins: Date }>(sql`
    SELECT to_char(effective_at AT TIME ZONE 'Asia/Seoul', 'YYYY-MM-DD') AS day, effective_at AS begins
    FROM terms WHERE code = 'privacy' ORDER BY effective_at DESC`)
  const begun = rows.filter(({ begins }) => new Date(begins) <= now)
  context.showUntil(rows.map(({ begins }) => new Date(begins)).findLast((begins) => begins > now))
  const [current, before] = begun
  if (!current) return null
  const isNew = now.getTime() - new Date(current.begins).getTime() < previousDays * 24 * 3_600_000
  return { privacyVersion: current.day, previous: isNew ? before?.day : undefined }
}

/** The consultation form of an installation older than the forms module. */
const findOrBegin = async (context: Context, key: string): Promise<FormKindRow | undefined> => {
  const find = () => context.database.select().from(formKinds).where(eq(formKinds.key, key))
  const [row] = await find()
  if (row || key !== consultForm.key) return row
  const now = context.now()
  await context.database
    .insert(formKinds)
    .values({ ...consultForm, id: context.newId(), createdAt: now, updatedAt: now })
    .onConflictDoNothing()
  return (await find())[0]
}

/** What a form asks for. While the database is away, as it was seen last. Throws `not_found`. */
export const findKind = async (context: Context, key: string): Promise<Definition> => {
  try {
    const row = await findOrBegin(context, key)
    if (!row) throw new AppError('not_found')
    const kind = { ...row, ...(await privacyTerms(context)) }
    known.set(key, kind)
    return kind
  } catch (error) {
    const last = known.get(key)
    if (last && isUnreachable(error)) return last
    throw error
  }
}

/** A file ahead of its request, as its ticket says. */
type Ticket = PrivateFile & { form: string; at: number }
const ticketFor = 'form file'

/** Folder of what was accepted while the database was away. */
export const spoolOf = (settings: Settings): string => join(settings.dataDirectory, 'spool')

/** A request that was found good, on its way into the database. */
export interface Accepted {
  entry: 'request'
  id: string
  key: string
  hash: string
  kind: string
  locale: Locale
  answers: Record<string, string>
  special: Record<'name' | 'phone' | 'email' | 'practice' | 'office' | 'lawyer', string | null>
  files: PrivateFile[]
  consent: string
  /** ISO 8601. */
  receivedAt: string
}

export interface Ahead {
  entry: 'upload'
  file: PrivateFile
  at: string
}

/** Notes a file that waits for its request, so that it can be removed if none ever comes; answers its ticket. */
export const admitFile = async (context: Context, form: string, file: PrivateFile): Promise<string> => {
  const ahead: Ahead = { entry: 'upload', file, at: context.now().toISOString() }
  try {
    await noteWaiting(context, ahead)
  } catch (error) {
    if (!isUnreachable(error)) {
      // Bytes without a record would never be found again.
      await context.services.files.remove(file.id).catch(() => undefined)
      throw error
    }
    await keepInSpool(spoolOf(context.services.settings), `upload-${file.id}`, ahead)
  }
  const ticket: Ticket = { ...file, form, at: context.now().getTime() }
  return sealed(context.services.secret, ticketFor, ticket)
}

/** A file as its row has it. */
export const fileColumns = ({ sha256, ...file }: PrivateFile, at: string) => ({
  ...file,
  sha256: Buffer.from(sha256, 'hex'),
  createdAt: new Date(at),
  updatedAt: new Date(at),
})

/** Number of the lock under which the files that wait are added up (pg_advisory_xact_lock). */
const waitingLock = 7_160_017

/**
 * The same as long as all files that wait are within their bound together. The lock makes those who come at the same
 * time wait for each other: two sums taken at once would both leave the other's file out. Throws `no_room`.
 */
const noteWaiting = (context: Context, { file, at }: Ahead): Promise<void> =>
  context.transaction(async (within) => {
    const { waitingBytes } = within.services.settings.limits.uploads
    await within.database.execute(sql`SELECT pg_advisory_xact_lock(${waitingLock})`)
    const { sha256, createdAt } = fileColumns(file, at)
    const moment = sql`${createdAt.toISOString()}::timestamptz`
    const { rowCount } = await within.database.execute(sql`
      INSERT INTO form_files (id, kind, name, mime, bytes, sha256, width, height, created_at, updated_at)
      SELECT ${file.id}::uuid, ${file.kind}, ${file.name}, ${file.mime}, ${file.bytes}::bigint, ${sha256}::bytea,
        ${file.width}::int, ${file.height}::int, ${moment}, ${moment}
      WHERE ${file.bytes}::bigint + (SELECT coalesce(sum(bytes), 0) FROM form_files WHERE request_id IS NULL)
        <= ${Math.floor(waitingBytes)}::bigint`)
    if (rowCount === 0) throw new AppError('no_room', { retryAfter: 3600 })
  })

/** Notes a file that waits for its request, once. */
export const noteFile = async (context: Context, { file, at }: Ahead): Promise<void> => {
  await context.database.insert(formFiles).values(fileColumns(file, at)).onConflictDoNothing()
}

const redeem = async (context: Context, form: string, tickets: readonly string[]): Promise<PrivateFile[]> => {
  const oldest = context.now().getTime() - (uploadDays - 1) * 24 * 3_600_000
  const files = tickets.map((word) => {
    const ticket = unsealed<Ticket>(context.services.secret, ticketFor, word)
    if (!ticket || ticket.form !== form || ticket.at < oldest)
      throw new AppError('invalid', { fields: { files: 'unknown_file' } })
    const { form: _form, at: _at, ...file } = ticket
    return file
  })
  // What nobody has any more cannot arrive, whether the database is there to say so or not.
  const there = await Promise.all(files.map(({ id }) => hasPrivateFile(context.services, id)))
  if (new Set(files.map(({ id }) => id)).size < files.length || there.includes(false))
    throw new AppError('invalid', { fields: { files: 'unknown_file' } })
  return files
}

/** Answers by the kind of their field: what lists and the look-up need gets columns of its own. */
const specialOf = (kind: Definition, answers: Record<string, string>): Accepted['special'] => {
  const by = (wanted: string) => answers[kind.fields.find((field) => field.kind === wanted)?.name ?? ''] || null
  return {
    name: answers.name ?? null,
    phone: by('phone'),
    email: by('email'),
    practice: by('practice'),
    office: by('office'),
    lawyer: by('lawyer'),
  }
}

/** Whether this version of the terms can have been agreed to. Where none was read yet, it has to be a day that has begun. */
const isAgreed = (context: Context, { isAssumed, privacyVersion, previous }: Definition, consent: string): boolean => {
  if (!isAssumed || consent === privacyVersion) return consent !== '' && [privacyVersion, previous].includes(consent)
  const today = new Date(context.now().getTime() + 9 * 3_600_000).toISOString().slice(0, 10)
  return z.iso.date().safeParse(consent).success && consent >= '2000-01-01' && consent <= today
}

/** Checks what was sent by the form's definition. Throws `invalid` with a message for each field that is wrong. */
export const acceptRequest = async (
  context: Context,
  kindKey: string,
  body: NewRequest,
  key: string,
): Promise<Accepted> => {
  const kind = await findKind(context, kindKey)
  const consented = isAgreed(context, kind, body.consent)
  let answers: Record<string, string>
  try {
    answers = parsePart(answersSchema(kind.fields), 'body', body.answers) as Record<string, string>
  } catch (error) {
    if (!consented && error instanceof Error && 'issues' in error)
      (error.issues as object[]).push({ code: 'custom', path: ['consent'], message: 'consent', input: '' })
    throw error
  }
  if (!consented) throw new AppError('invalid', { fields: { consent: 'consent' } })
  const files = await redeem(context, kindKey, body.files)
  const told = JSON.stringify([kindKey, answers, files.map(({ sha256 }) => sha256)])
  return {
    entry: 'request',
    id: context.newId(),
    key: key || `content:${createHash('sha256').update(told).digest('hex')}`,
    hash: createHash('sha256').update(told).digest('hex'),
    kind: kindKey,
    locale: context.locale,
    answers,
    special: specialOf(kind, answers),
    files,
    consent: body.consent,
    receivedAt: context.now().toISOString(),
  }
}

interface NewEntry {
  kind: 'event' | 'note' | 'answer'
  what?: string
  subject?: string
  text?: string
  mailId?: string | null
}

/** Adds a line to the thread of a request, in the caller's transaction. */
export const addEntry = async (context: Context, requestId: string, entry: NewEntry): Promise<void> => {
  const { principal } = context.scope
  const now = context.now()
  await context.database.insert(formEntries).values({
    ...entry,
    id: context.newId(),
    requestId,
    actorId: principal?.userId ?? null,
    actor: principal?.name ?? null,
    createdAt: now,
    updatedAt: now,
  })
}

/** Names of accounts by their id. */
export const namesOf = async (context: Context, ids: (string | null)[]): Promise<Map<string, string>> => {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await context.database
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, wanted))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const person = (names: Map<string, string>, id: string | null) => (id ? { _id: id, name: names.get(id) ?? '' } : null)

type ListedRequest = Pick<
  FormRequestRow,
  | 'id'
  | 'createdAt'
  | 'updatedAt'
  | 'number'
  | 'kind'
  | 'state'
  | 'locale'
  | 'name'
  | 'practice'
  | 'office'
  | 'answers'
  | 'assigneeId'
>

/** Requests as a list shows them: three queries, however many there are. */
export const presentList = async (rows: ListedRequest[], context: Context): Promise<FormSummary[]> => {
  const ids = rows.map(({ id }) => id)
  const names = await namesOf(
    context,
    rows.map(({ assigneeId }) => assigneeId),
  )
  const counts = await context.database
    .select({ id: formFiles.requestId, files: sql<number>`count(*)::int` })
    .from(formFiles)
    .where(inArray(formFiles.requestId, ids))
    .groupBy(formFiles.requestId)
  const files = new Map(counts.map((row) => [row.id, row.files]))
  return rows.map((row) => ({
    ...toRecord(row),
    subject: subjectOf(row.answers.message ?? ''),
    building: row.answers.building ?? '',
    files: files.get(row.id) ?? 0,
    assignee: person(names, row.assigneeId),
  }))
}

const threadOf = async (context: Context, id: string): Promise<Entry[]> => {
  const rows = await context.database
    .select({ entry: formEntries, mail: outbox.state })
    .from(formEntries)
    .leftJoin(outbox, eq(outbox.id, formEntries.mailId))
    .where(eq(formEntries.requestId, id))
    .orderBy(asc(formEntries.createdAt), asc(formEntries.id))
  return rows.map(({ entry, mail }) => ({ ...toRecord(entry), mail }))
}

/** A request by its id, locked for a change where `lock` says so. Throws `not_found`. */
export const findRequest = async (context: Context, id: string, lock = false): Promise<FormRequestRow> => {
  const query = context.database.select().from(formRequests).where(eq(formRequests.id, id))
  const [row] = await (lock ? query.for('update') : query)
  if (!row) throw new AppError('not_found')
  return row
}

/** What was asked and answered, in Korean, in the order of the form. */
export const answersOf = ({ fields }: Definition, answers: Record<string, string>): FormRequest['answers'] =>
  fields.flatMap(({ name, label, options }) => {
    const value = answers[name]
    const chosen = options.find((option) => option.value === value)
    return value ? [{ name, label: label.ko, value: chosen ? textIn('ko', chosen.label) : value }] : []
  })

/** A request with everything staff know of it; addresses of its small pictures are good for five minutes. */
export const present = async (context: Context, row: FormRequestRow): Promise<FormRequest> => {
  const kind = await findKind(context, row.kind)
  const files = await context.database
    .select()
    .from(formFiles)
    .where(eq(formFiles.requestId, row.id))
    .orderBy(asc(formFiles.position))
  const others = await context.database
    .select({ id: formRequests.id, number: formRequests.number, createdAt: formRequests.createdAt })
    .from(formRequests)
    .where(and(eq(formRequests.phone, row.phone), ne(formRequests.id, row.id)))
    .orderBy(desc(formRequests.createdAt))
    .limit(5)
  const names = await namesOf(context, [row.assigneeId])
  const thread = await threadOf(context, row.id)
  return {
    ...toRecord(row),
    assignee: person(names, row.assigneeId),
    message: row.answers.message ?? '',
    answers: answersOf(kind, row.answers),
    files: files.map((file) => ({
      ...toRecord(file),
      preview: file.width === null ? null : privateAddress(context.services, file, 'preview'),
    })),
    thread,
    others: others.map(toRecord),
  }
}

/** What came before this is overdue while nobody has answered. */
const threshold = (context: Context) => new Date(context.now().getTime() - overdueDays * 24 * 3_600_000)

/** Requests nobody has answered for longer than `overdueDays`. */
export const isOverdue = (context: Context): SQL | undefined =>
  and(inArray(formRequests.state, ['received', 'assigned']), lt(formRequests.createdAt, threshold(context)))

/** Requests nobody has taken, until they are overdue: none is told twice. */
const isNew = (context: Context): SQL | undefined =>
  and(eq(formRequests.state, 'received'), gte(formRequests.createdAt, threshold(context)))

/** What waits for staff: how many, and the first five of each. Accounts that may not see requests are told of none. */
export const deskOf = async (context: Context): Promise<DeskPart> => {
  if (!context.principal.scopes.includes('console:forms')) return {}
  const work = async (key: string, where: SQL | undefined, order: SQL): Promise<DeskWork> => {
    const rows = await context.database
      .select({ row: formRequests, total: sql<number>`(count(*) OVER ())::int` })
      .from(formRequests)
      .where(where)
      .orderBy(order)
      .limit(5)
    const entries = rows.map(({ row: { id, answers, number, name, state, createdAt } }) => ({
      _id: id,
      title: subjectOf(answers.message ?? '') || number,
      kind: name,
      mark: state === 'received' ? 'new' : 'assigned',
      at: createdAt.toISOString(),
      to: `/console/forms/${id}`,
    }))
    return { key, count: rows[0]?.total ?? 0, entries }
  }
  const [overdue, requests, kept] = await Promise.all([
    work('forms.overdue', isOverdue(context), asc(formRequests.createdAt)),
    work('forms.requests', isNew(context), desc(formRequests.createdAt)),
    context.database.$count(formKept),
  ])
  return { works: [{ key: 'forms.kept', count: kept, entries: [] }, overdue, requests] }
}
