import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isUnreachable } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { addToSpool, createExclusively, readEntry, readIfExists, sweepFolder } from '#kit/process/spool.ts'
import type { Context } from '#kit/server/context.ts'
import type { KeptReason, Receipt } from './contract.ts'
import { fileRequest } from './jobs.ts'
import { uploadDays } from './rules.ts'
import { type Accepted, type Ahead, findKind, noteFile, spoolOf } from './service.ts'
import { formKept } from './table.ts'

/**
 * Requests while the database is away. Three kinds of files say what may still be acknowledged: the entry itself
 * (`spool/request-<key>.json`) is the claim on its Idempotency-Key, `spool/claims/<file>` says which entry an uploaded
 * file belongs to, and `spool/filed/<key>` remembers for a week what was filed. Each is created exclusively, so they
 * hold between processes that share the folder. None of the last two holds anything a person wrote.
 */

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const entryName = ({ key }: Accepted): string => `request-${digestOf(key)}`
const claimsOf = (context: Context): string => join(spoolOf(context.services.settings), 'claims')
const filedOf = (context: Context): string => join(spoolOf(context.services.settings), 'filed')
/** The same file under another key, or under this key with another body, belongs to somebody else. */
const ownerOf = (request: Accepted): string => `${entryName(request)} ${request.hash}`

const usedFile = () => new AppError('invalid', { fields: { files: 'unknown_file' } })

/** The entry that waits under the key; null where none does. Throws `key_reused` where it is another request. */
const waitingEntry = async (context: Context, request: Accepted): Promise<Accepted | null> => {
  const text = await readEntry(spoolOf(context.services.settings), entryName(request))
  return text === null ? null : sameRequest(text, request)
}

const sameRequest = (text: string, request: Accepted): Accepted => {
  const waiting = JSON.parse(text) as Accepted
  if (waiting.hash !== request.hash) throw new AppError('key_reused')
  return waiting
}

/** Whether an uploaded file belongs to an entry that still waits for the database, other than this one. */
export const isAwaited = async (context: Context, file: string, request?: Accepted): Promise<boolean> => {
  const owner = await readIfExists(join(claimsOf(context), file))
  if (owner === null || (request && owner === ownerOf(request))) return false
  const [name = ''] = owner.split(' ')
  return (await readEntry(spoolOf(context.services.settings), name)) !== null
}

/** Whether a file waits on the disk for the database, by itself or with its request. */
export const isInSpool = async (context: Context, file: string): Promise<boolean> =>
  (await isAwaited(context, file)) || (await readEntry(spoolOf(context.services.settings), `upload-${file}`)) !== null

/** A file that another entry claims, which waits for the database, is no longer to be had. */
const refuseClaimed = async (context: Context, request: Accepted): Promise<void> => {
  for (const { id } of request.files) if (await isAwaited(context, id, request)) throw usedFile()
}

/** Claims the files of a request for it. Throws `invalid` where one is claimed; then none is. Answers what is new. */
const claimFiles = async (context: Context, request: Accepted): Promise<string[]> => {
  const made: string[] = []
  try {
    for (const { id } of request.files) {
      const path = join(claimsOf(context), id)
      if (await createExclusively(path, ownerOf(request))) made.push(path)
      else if ((await readIfExists(path)) !== ownerOf(request)) throw usedFile()
    }
    return made
  } catch (error) {
    await release(made)
    throw error
  }
}

const release = async (paths: readonly string[]): Promise<void> => {
  for (const path of paths) await rm(path, { force: true })
}

interface Filed {
  hash: string
  receipt: Receipt
}

/** What was filed under the key within the last week; null where nothing is known of it. Throws `key_reused`. */
const findFiled = async (context: Context, request: Accepted): Promise<Receipt | null> => {
  const text = await readIfExists(join(filedOf(context), digestOf(request.key)))
  if (text === null) return null
  const filed = JSON.parse(text) as Filed
  if (filed.hash !== request.hash) throw new AppError('key_reused')
  return filed.receipt
}

/** Remembers what was filed, so that its key and its files are refused to others while the database is away. */
const noteFiled = async (context: Context, request: Accepted, receipt: Receipt): Promise<void> => {
  try {
    await createExclusively(
      join(filedOf(context), digestOf(request.key)),
      JSON.stringify({ hash: request.hash, receipt } satisfies Filed),
    )
    for (const { id } of request.files) await createExclusively(join(claimsOf(context), id), ownerOf(request))
  } catch (error) {
    // The request is filed: a full disk only means that less can be refused while the database is away.
    context.services.log.warn({ err: error }, 'what was filed could not be remembered on disk')
  }
}

/**
 * Keeps a request on the disk of this installation. Throws `key_reused`, and `invalid` for a file that another one has.
 */
const keep = async (context: Context, request: Accepted): Promise<Receipt> => {
  const filed = await findFiled(context, request)
  if (filed) return filed
  const claimed = await claimFiles(context, request)
  try {
    const before = await addToSpool(spoolOf(context.services.settings), entryName(request), request)
    const { receivedAt } = before === null ? request : sameRequest(before, request)
    return { number: null, receivedAt }
  } catch (error) {
    await release(claimed)
    throw error
  }
}

/**
 * Takes in what a visitor sent. While the database is away it is kept on the disk of this installation before the
 * visitor is told, and gets its number later. The same key with the same body is told the same receipt, with another
 * body `key_reused`, also while the first waits on the disk. Throws `invalid` for the key of no record.
 */
export const takeIn = async (context: Context, sent: Accepted): Promise<Receipt> => {
  const waiting = await waitingEntry(context, sent)
  const request = waiting ?? sent
  await refuseClaimed(context, request)
  try {
    const receipt = await fileRequest(context, request, waiting ? 'kept' : 'refused')
    // With an account the caller's transaction may still be rolled back (`answerOnce`).
    if (context.scope.principal === null) await noteFiled(context, request, receipt)
    return receipt
  } catch (error) {
    if (!isUnreachable(error)) throw error
    return keep(context, request)
  }
}

/** Takes one kept entry to the database; what arrived already is left alone. */
export const deliverKept = async (context: Context, value: unknown): Promise<void> => {
  const entry = value as Accepted | Ahead
  if (entry.entry === 'upload') return noteFile(context, entry)
  // Where nobody asked for the form yet, its definition is put on record now.
  await findKind(context, entry.kind)
  const receipt = await fileRequest(context, entry)
  await noteFiled(context, entry, receipt)
}

const reasonOf = (error: unknown): KeptReason => {
  if (!(error instanceof AppError)) return 'unexpected'
  if (error.code === 'key_reused') return 'key_reused'
  if (error.code === 'not_found') return 'unknown_form'
  return error.details.fields?.files === 'unknown_file' ? 'unknown_file' : 'unexpected'
}

/** What is known of an entry whose text may be anything; null where it is no request. */
export const readKept = (text: string): Accepted | null => {
  try {
    const entry = JSON.parse(text) as Partial<Accepted> | null
    return entry?.entry === 'request' && entry.answers && entry.special && entry.files ? (entry as Accepted) : null
  } catch {
    return null
  }
}

/** Puts what could not be delivered before staff, once however often it is tried. */
export const setAside = async (context: Context, text: string, error: unknown): Promise<void> => {
  const now = context.now()
  const received = new Date(readKept(text)?.receivedAt ?? now)
  await context.database
    .insert(formKept)
    .values({
      id: context.newId(),
      // A damaged file may hold NUL, which no text of PostgreSQL does.
      entry: text.replaceAll('\0', ''),
      digest: createHash('sha256').update(text).digest(),
      reason: reasonOf(error),
      receivedAt: Number.isNaN(received.getTime()) ? now : received,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
}

const hour = 3_600_000
/** Longer than a ticket is good for: until then a file or a key may still be sent again. */
const remembered = (uploadDays + 1) * 24 * hour

/** Removes what is no longer needed beside the entries: drafts of a process that died, and notes that are over. */
export const sweepSpool = async (context: Context): Promise<number> => {
  const spool = spoolOf(context.services.settings)
  const now = context.now()
  const isComplete = (name: string) => !name.endsWith('.part')
  // A claim whose entry was never written belongs to nobody; it is given an hour to get one.
  const isOwned = async (id: string) => {
    const [name = ''] = ((await readIfExists(join(claimsOf(context), id))) ?? '').split(' ')
    if (name === '') return false
    if ((await readEntry(spool, name)) !== null) return true
    return (await readIfExists(join(filedOf(context), basename(name).replace('request-', '')))) !== null
  }
  return (
    (await sweepFolder(spool, now, hour, isComplete)) +
    (await sweepFolder(filedOf(context), now, hour, isComplete)) +
    (await sweepFolder(filedOf(context), now, remembered)) +
    (await sweepFolder(claimsOf(context), now, hour, isOwned))
  )
}
