import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import type { Locale } from '#kit/contract.ts'
import { isUnreachable } from '#kit/db/pool.ts'
import type { Settings } from '#kit/env.ts'
import { AppError } from '#kit/errors.ts'
import { type PrivateFile, sealed, unsealed } from '#kit/files/private.ts'
import { htmlOf } from '#kit/html.ts'
import type { Context } from '#kit/server/context.ts'
import { parsePart } from '#kit/server/parse.ts'
import { keepInSpool } from '#kit/spool.ts'
import { m } from '#messages/messages.js'
import { queueMail } from '#modules/messages/service.ts'
import { readSetting } from '#modules/settings/service.ts'
import type { NewRequest, Receipt } from './contract.ts'
import { consultForm } from './demo.ts'
import { answersSchema, uploadDays } from './rules.ts'
import { type FormKindRow, formEntries, formFiles, formKinds, formRequests } from './table.ts'

type Definition = Pick<FormKindRow, 'key' | 'title' | 'fields' | 'privacyVersion' | 'keptDays'>

/** The definitions this process has seen: requests are checked by them while the database is away. */
const known = new Map<string, Definition>([[consultForm.key, consultForm]])

/** What a form asks for. While the database is away, as it was seen last. Throws `not_found`. */
export const findKind = async (context: Context, key: string): Promise<Definition> => {
  try {
    const [row] = await context.database.select().from(formKinds).where(eq(formKinds.key, key))
    if (!row) throw new AppError('not_found')
    known.set(key, row)
    return row
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
interface Accepted {
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

interface Ahead {
  entry: 'upload'
  file: PrivateFile
  at: string
}

/** Notes a file that waits for its request, so that it can be removed if none ever comes; answers its ticket. */
export const admitFile = async (context: Context, form: string, file: PrivateFile): Promise<string> => {
  const ahead: Ahead = { entry: 'upload', file, at: context.now().toISOString() }
  try {
    await noteFile(context, ahead)
  } catch (error) {
    if (!isUnreachable(error)) throw error
    await keepInSpool(spoolOf(context.services.settings), `upload-${file.id}`, ahead)
  }
  const ticket: Ticket = { ...file, form, at: context.now().getTime() }
  return sealed(context.services.secret, ticketFor, ticket)
}

const fileColumns = ({ sha256, ...file }: PrivateFile, at: string) => ({
  ...file,
  sha256: Buffer.from(sha256, 'hex'),
  createdAt: new Date(at),
  updatedAt: new Date(at),
})

const noteFile = async (context: Context, { file, at }: Ahead): Promise<void> => {
  await context.database.insert(formFiles).values(fileColumns(file, at)).onConflictDoNothing()
}

const redeem = (context: Context, form: string, tickets: readonly string[]): PrivateFile[] => {
  const oldest = context.now().getTime() - (uploadDays - 1) * 24 * 3_600_000
  const files = tickets.map((word) => {
    const ticket = unsealed<Ticket>(context.services.secret, ticketFor, word)
    if (!ticket || ticket.form !== form || ticket.at < oldest)
      throw new AppError('invalid', { fields: { files: 'unknown_file' } })
    const { form: _form, at: _at, ...file } = ticket
    return file
  })
  if (new Set(files.map(({ id }) => id)).size < files.length)
    throw new AppError('invalid', { fields: { files: 'unknown_file' } })
  return files
}

/** Answers by the kind of their field: what lists and the look-up need stands in columns of its own. */
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

/** Checks what was sent by the form's definition. Throws `invalid` with a message for each field that is wrong. */
export const acceptRequest = async (
  context: Context,
  kindKey: string,
  body: NewRequest,
  key: string,
): Promise<Accepted> => {
  const kind = await findKind(context, kindKey)
  const consented = body.consent === kind.privacyVersion
  let answers: Record<string, string>
  try {
    answers = parsePart(answersSchema(kind.fields), 'body', body.answers) as Record<string, string>
  } catch (error) {
    if (!consented && error instanceof Error && 'issues' in error)
      (error.issues as object[]).push({ code: 'custom', path: ['consent'], message: 'consent', input: '' })
    throw error
  }
  if (!consented) throw new AppError('invalid', { fields: { consent: 'consent' } })
  const files = redeem(context, kindKey, body.files)
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
