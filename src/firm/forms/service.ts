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
import type { NewRequest } from './contract.ts'
import { answersSchema } from './contract-fields.ts'
import { consultForm } from './demo.ts'
import { unsurePractice, uploadDays } from './rules.ts'
import { type FormKindRow, formEntries, formFiles, formKinds, type Handled } from './table.ts'

/** `previous`: the terms before these, for visitors who began before they changed. */
export type Definition = Pick<FormKindRow, 'key' | 'title' | 'fields' | 'privacyVersion' | 'keptDays'> & {
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
  const [current, before] = await listStartedVersions(context, 'privacy')
  if (!current) return null
  const isNew = now.getTime() - current.begins.getTime() < previousDays * 24 * 3_600_000
  return { privacyVersion: current.version, previous: isNew ? before?.version : undefined }
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
    await addToSpool(spoolOf(context.services.settings), `upload-${file.id}`, ahead)
  }
  return ticketOf(context, form, file)
}

/** What a file that waits is named by, for the request or letter of this name alone. */
export const ticketOf = (context: Context, form: string, file: PrivateFile): string => {
  const ticket: Ticket = { ...file, form, at: context.now().getTime() }
  return signValue(context.services.secret, ticketFor, ticket)
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

export const redeem = async (context: Context, form: string, tickets: readonly string[]): Promise<PrivateFile[]> => {
  const oldest = context.now().getTime() - (uploadDays - 1) * 24 * 3_600_000
  const files = tickets.map((word) => {
    const ticket = verifySigned<Ticket>(context.services.secret, ticketFor, word)
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
    practice: by('practice') === unsurePractice ? null : by('practice'),
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
    answers = parseInput(answersSchema(kind.fields), 'body', body.answers) as Record<string, string>
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
  handling?: Handled
}

/** Adds a line to the thread of a request, in the caller's transaction; answers its id. */
export const addEntry = async (context: Context, requestId: string, entry: NewEntry): Promise<string> => {
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
