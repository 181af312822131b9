import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Locale } from '#kit/contract.ts'
import { isUnreachable } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { hasPrivateFile, type PrivateFile, signValue, verifySigned } from '#kit/files/private-files.ts'
import type { Settings } from '#kit/process/settings.ts'
import { addToSpool } from '#kit/process/spool.ts'
import type { Context } from '#kit/server/context.ts'
import { parseInput } from '#kit/server/parse-input.ts'
import { listStartedVersions } from '#people/terms/server/find-terms.ts'
import type { NewRequest } from '../../contract.ts'
import { answersSchema } from '../../contract-fields.ts'
import { consultForm } from '../../demo.ts'
import { undecidedPractice, uploadDays } from '../../rules.ts'
import { type FormKindRow, formEntries, formFiles, formKinds, type HandlingChange } from '../../table.ts'

/** `previous` is the earlier version of the terms, for visitors who started before the change. */
export type FormDefinition = Pick<FormKindRow, 'key' | 'title' | 'fields' | 'privacyVersion' | 'keptDays'> & {
  previous?: string | undefined
  /** True for the built-in definition, before this process has read the stored one. */
  isAssumed?: boolean
}

/** Definitions seen by this process, which validate requests while the database is unavailable. */
const known = new Map<string, FormDefinition>([[consultForm.key, { ...consultForm, isAssumed: true }]])

/** Days for which the previous terms can still be accepted. */
const previousDays = 7

/** Returns the privacy terms in effect by their start in Seoul, and the previous ones for a week. */
const privacyTerms = async (context: Context): Promise<Pick<FormDefinition, 'privacyVersion' | 'previous'> | null> => {
  const now = context.now()
  const [current, before] = await listStartedVersions(context, 'privacy')
  if (!current) return null
  const isNew = now.getTime() - current.begins.getTime() < previousDays * 24 * 3_600_000
  return { privacyVersion: current.version, previous: isNew ? before?.version : undefined }
}

/** Returns the form, creating the consultation form in installations older than this module. */
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

/** Returns the definition of a form; the last one seen while the database is unavailable. Throws `not_found`. */
export const findFormDefinition = async (context: Context, key: string): Promise<FormDefinition> => {
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

/** Uploaded file as described by its signed ticket. */
type Ticket = PrivateFile & { form: string; at: number }
const ticketFor = 'form file'

/** Returns the folder of requests accepted while the database was unavailable. */
export const getSpoolDirectory = (settings: Settings): string => join(settings.dataDirectory, 'spool')

/** Validated request that is not stored yet. */
export interface AcceptedRequest {
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

export interface PendingUpload {
  entry: 'upload'
  file: PrivateFile
  at: string
}

/** Records an uploaded file, so that it can be deleted if no request follows; returns its ticket. */
export const recordUpload = async (context: Context, form: string, file: PrivateFile): Promise<string> => {
  const ahead: PendingUpload = { entry: 'upload', file, at: context.now().toISOString() }
  try {
    await noteWaiting(context, ahead)
  } catch (error) {
    if (!isUnreachable(error)) {
      // Without a row the file could never be found for deletion.
      await context.services.files.remove(file.id).catch(() => undefined)
      throw error
    }
    await addToSpool(getSpoolDirectory(context.services.settings), `upload-${file.id}`, ahead)
  }
  return signTicket(context, form, file)
}

/** Returns a signed ticket of an uploaded file, valid for this form or reply only. */
export const signTicket = (context: Context, form: string, file: PrivateFile): string => {
  const ticket: Ticket = { ...file, form, at: context.now().getTime() }
  return signValue(context.services.secret, ticketFor, ticket)
}

/** Returns the columns of a file row. */
export const toFileColumns = ({ sha256, ...file }: PrivateFile, at: string) => ({
  ...file,
  sha256: Buffer.from(sha256, 'hex'),
  createdAt: new Date(at),
  updatedAt: new Date(at),
})

/** Key of the advisory lock around the sum of waiting uploads (pg_advisory_xact_lock). */
const waitingLock = 7_160_017

/**
 * Records an upload if the total size of waiting uploads stays within the limit. The lock serializes concurrent
 * uploads: two sums taken at the same time would each miss the other's file. Throws `no_room`.
 */
const noteWaiting = (context: Context, { file, at }: PendingUpload): Promise<void> =>
  context.transaction(async (within) => {
    const { waitingBytes } = within.services.settings.limits.uploads
    await within.database.execute(sql`SELECT pg_advisory_xact_lock(${waitingLock})`)
    const { sha256, createdAt } = toFileColumns(file, at)
    const moment = sql`${createdAt.toISOString()}::timestamptz`
    const { rowCount } = await within.database.execute(sql`
      INSERT INTO form_files (id, kind, name, mime, bytes, sha256, width, height, created_at, updated_at)
      SELECT ${file.id}::uuid, ${file.kind}, ${file.name}, ${file.mime}, ${file.bytes}::bigint, ${sha256}::bytea,
        ${file.width}::int, ${file.height}::int, ${moment}, ${moment}
      WHERE ${file.bytes}::bigint + (SELECT coalesce(sum(bytes), 0) FROM form_files WHERE request_id IS NULL)
        <= ${Math.floor(waitingBytes)}::bigint`)
    if (rowCount === 0) throw new AppError('no_room', { retryAfter: 3600 })
  })

/** Records an upload once. */
export const storeUpload = async (context: Context, { file, at }: PendingUpload): Promise<void> => {
  await context.database.insert(formFiles).values(toFileColumns(file, at)).onConflictDoNothing()
}

export const redeemTickets = async (
  context: Context,
  form: string,
  tickets: readonly string[],
): Promise<PrivateFile[]> => {
  const oldest = context.now().getTime() - (uploadDays - 1) * 24 * 3_600_000
  const files = tickets.map((word) => {
    const ticket = verifySigned<Ticket>(context.services.secret, ticketFor, word)
    if (!ticket || ticket.form !== form || ticket.at < oldest)
      throw new AppError('invalid', { fields: { files: 'unknown_file' } })
    const { form: _form, at: _at, ...file } = ticket
    return file
  })
  // Reject deleted files, also while the database is unavailable.
  const there = await Promise.all(files.map(({ id }) => hasPrivateFile(context.services, id)))
  if (new Set(files.map(({ id }) => id)).size < files.length || there.includes(false))
    throw new AppError('invalid', { fields: { files: 'unknown_file' } })
  return files
}

/** Returns answers by field kind, for the columns that lists and look-ups need. */
const specialOf = (kind: FormDefinition, answers: Record<string, string>): AcceptedRequest['special'] => {
  const by = (wanted: string) => answers[kind.fields.find((field) => field.kind === wanted)?.name ?? ''] || null
  return {
    name: answers.name ?? null,
    phone: by('phone'),
    email: by('email'),
    practice: by('practice') === undecidedPractice ? null : by('practice'),
    office: by('office'),
    lawyer: by('lawyer'),
  }
}

/**
 * True if this version of the terms could have been accepted. If the stored definition was never read, any date from
 * 2000-01-01 until today is accepted.
 */
const isAgreed = (
  context: Context,
  { isAssumed, privacyVersion, previous }: FormDefinition,
  consent: string,
): boolean => {
  if (!isAssumed || consent === privacyVersion) return consent !== '' && [privacyVersion, previous].includes(consent)
  const today = new Date(context.now().getTime() + 9 * 3_600_000).toISOString().slice(0, 10)
  return z.iso.date().safeParse(consent).success && consent >= '2000-01-01' && consent <= today
}

/** Validates a request by the definition of its form. Throws `invalid` with a message for each invalid field. */
export const validateRequest = async (
  context: Context,
  kindKey: string,
  body: NewRequest,
  key: string,
): Promise<AcceptedRequest> => {
  const kind = await findFormDefinition(context, kindKey)
  const consented = isAgreed(context, kind, body.consent)
  let answers: Record<string, string>
  try {
    answers = parseInput(answersSchema(kind.fields), 'body', body.answers) as Record<string, string>
  } catch (error) {
    if (!consented && error instanceof Error && 'issues' in error)
      (error.issues as object[]).push({ code: 'custom', path: ['consent'], message: 'consent', input: '' })
    throw error
  }
  if (!consented) throw new AppError('invalid', { fields: { consent: 'consent' } })
  const files = await redeemTickets(context, kindKey, body.files)
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
  handling?: HandlingChange
}

/** Adds an entry to the thread of a request within the caller's transaction; returns its id. */
export const addThreadEntry = async (context: Context, requestId: string, entry: NewEntry): Promise<string> => {
  const { principal } = context.scope
  const now = context.now()
  const id = context.newId()
  await context.database.insert(formEntries).values({
    ...entry,
    id,
    requestId,
    actorId: principal?.userId ?? null,
    actor: principal?.name ?? null,
    createdAt: now,
    updatedAt: now,
  })
  return id
}
