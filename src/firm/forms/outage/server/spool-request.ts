import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isUnreachable } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { addToSpool, createExclusively, readEntry, readIfExists, sweepFolder } from '#kit/process/spool.ts'
import type { Context } from '#kit/server/context.ts'
import { uploadDays } from '../../rules.ts'
import type { Receipt } from '../../submission/contract.ts'
import { findFormDefinition } from '../../submission/server/find-form-definition.ts'
import { storeRequest } from '../../submission/server/store-request.ts'
import { type PendingUpload, storeUpload } from '../../submission/server/upload-files.ts'
import type { AcceptedRequest } from '../../submission/server/validate-request.ts'
import { undeliverableForms } from '../../table.ts'
import type { UndeliverableReason } from '../contract.ts'
import { getSpoolDirectory } from './get-spool-directory.ts'

/**
 * Requests while the database is unavailable. Three kinds of files decide what may still be acknowledged: the entry
 * (`spool/request-<key>.json`) claims its Idempotency-Key, `spool/claims/<file>` names the entry of an uploaded file,
 * and `spool/filed/<key>` records for eight days what was stored. Each is created exclusively, so it holds between
 * processes that share the folder. Claims and records contain no personal data.
 */

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex')
const getEntryName = ({ key }: AcceptedRequest): string => `request-${hashText(key)}`
const getClaimsDirectory = (context: Context): string => join(getSpoolDirectory(context.services.settings), 'claims')
const getStoredDirectory = (context: Context): string => join(getSpoolDirectory(context.services.settings), 'filed')
/** Identifies a request by key and body hash; the same file under another key or body belongs to another request. */
const getOwner = (request: AcceptedRequest): string => `${getEntryName(request)} ${request.hash}`

const createUsedFileError = () => new AppError('invalid', { fields: { files: 'unknown_file' } })

/** Returns the spooled entry with this key; null if there is none. Throws `key_reused` if its body differs. */
const findSpooledEntry = async (context: Context, request: AcceptedRequest): Promise<AcceptedRequest | null> => {
  const text = await readEntry(getSpoolDirectory(context.services.settings), getEntryName(request))
  return text === null ? null : parseSameRequest(text, request)
}

const parseSameRequest = (text: string, request: AcceptedRequest): AcceptedRequest => {
  const waiting = JSON.parse(text) as AcceptedRequest
  if (waiting.hash !== request.hash) throw new AppError('key_reused')
  return waiting
}

/** True if the file belongs to a spooled entry other than `request`. */
export const isClaimedBySpool = async (context: Context, file: string, request?: AcceptedRequest): Promise<boolean> => {
  const owner = await readIfExists(join(getClaimsDirectory(context), file))
  if (owner === null || (request && owner === getOwner(request))) return false
  const [name = ''] = owner.split(' ')
  return (await readEntry(getSpoolDirectory(context.services.settings), name)) !== null
}

/** True if the file is spooled, on its own or with its request. */
export const isInSpool = async (context: Context, file: string): Promise<boolean> =>
  (await isClaimedBySpool(context, file)) ||
  (await readEntry(getSpoolDirectory(context.services.settings), `upload-${file}`)) !== null

/** Throws `invalid` if another spooled entry claims one of the files. */
const rejectClaimedFiles = async (context: Context, request: AcceptedRequest): Promise<void> => {
  for (const { id } of request.files) if (await isClaimedBySpool(context, id, request)) throw createUsedFileError()
}

/**
 * Claims the files of a request: all or none. Throws `invalid` if one is claimed already. Returns the paths of the new
 * claims.
 */
const claimFiles = async (context: Context, request: AcceptedRequest): Promise<string[]> => {
  const created: string[] = []
  try {
    for (const { id } of request.files) {
      const path = join(getClaimsDirectory(context), id)
      if (await createExclusively(path, getOwner(request))) created.push(path)
      else if ((await readIfExists(path)) !== getOwner(request)) throw createUsedFileError()
    }
    return created
  } catch (error) {
    await deletePaths(created)
    throw error
  }
}

const deletePaths = async (paths: readonly string[]): Promise<void> => {
  for (const path of paths) await rm(path, { force: true })
}

interface StoredRecord {
  hash: string
  receipt: Receipt
}

/** Returns the receipt stored under the key during the last eight days; null if unknown. Throws `key_reused`. */
const findStoredReceipt = async (context: Context, request: AcceptedRequest): Promise<Receipt | null> => {
  const text = await readIfExists(join(getStoredDirectory(context), hashText(request.key)))
  if (text === null) return null
  const stored = JSON.parse(text) as StoredRecord
  if (stored.hash !== request.hash) throw new AppError('key_reused')
  return stored.receipt
}

/**
 * Records what was stored, so that its key and files are refused to other requests while the database is unavailable.
 */
const recordStored = async (context: Context, request: AcceptedRequest, receipt: Receipt): Promise<void> => {
  try {
    await createExclusively(
      join(getStoredDirectory(context), hashText(request.key)),
      JSON.stringify({ hash: request.hash, receipt } satisfies StoredRecord),
    )
    for (const { id } of request.files)
      await createExclusively(join(getClaimsDirectory(context), id), getOwner(request))
  } catch (error) {
    // The request is stored; a full disk only weakens these checks during an outage.
    context.services.log.warn({ err: error }, 'what was filed could not be remembered on disk')
  }
}

/**
 * Spools a request on the disk of this installation. Throws `key_reused`, and `invalid` for a file of another request.
 */
const storeInSpool = async (context: Context, request: AcceptedRequest): Promise<Receipt> => {
  const stored = await findStoredReceipt(context, request)
  if (stored) return stored
  const claims = await claimFiles(context, request)
  try {
    const before = await addToSpool(getSpoolDirectory(context.services.settings), getEntryName(request), request)
    const { receivedAt } = before === null ? request : parseSameRequest(before, request)
    return { number: null, receivedAt }
  } catch (error) {
    await deletePaths(claims)
    throw error
  }
}

/**
 * Accepts a request. While the database is unavailable it is spooled to disk before the visitor gets a receipt, and
 * gets its number later. The same key returns the same receipt for the same body and throws `key_reused` for another
 * one, also while the first is spooled. Throws `invalid` for an unknown record key.
 */
export const acceptOrSpool = async (context: Context, accepted: AcceptedRequest): Promise<Receipt> => {
  const waiting = await findSpooledEntry(context, accepted)
  const request = waiting ?? accepted
  await rejectClaimedFiles(context, request)
  try {
    const receipt = await storeRequest(context, request, waiting ? 'kept' : 'refused')
    // For a logged-in caller the transaction may still roll back (`idempotency.ts`).
    if (context.scope.principal === null) await recordStored(context, request, receipt)
    return receipt
  } catch (error) {
    if (!isUnreachable(error)) throw error
    return storeInSpool(context, request)
  }
}

/** Delivers one spooled entry to the database; skips what is stored already. */
export const deliverSpooled = async (context: Context, value: unknown): Promise<void> => {
  const entry = value as AcceptedRequest | PendingUpload
  if (entry.entry === 'upload') return storeUpload(context, entry)
  // Creates the form definition if no visitor has loaded the form yet.
  await findFormDefinition(context, entry.kind)
  const receipt = await storeRequest(context, entry)
  await recordStored(context, entry, receipt)
}

const getReason = (error: unknown): UndeliverableReason => {
  if (!(error instanceof AppError)) return 'unexpected'
  if (error.code === 'key_reused') return 'key_reused'
  if (error.code === 'not_found') return 'unknown_form'
  return error.details.fields?.files === 'unknown_file' ? 'unknown_file' : 'unexpected'
}

/** Parses an untrusted spool entry; null if invalid. */
export const parseSpoolEntry = (text: string): AcceptedRequest | null => {
  try {
    const entry = JSON.parse(text) as Partial<AcceptedRequest> | null
    return entry?.entry === 'request' && entry.answers && entry.special && entry.files
      ? (entry as AcceptedRequest)
      : null
  } catch {
    return null
  }
}

/** Stores an undeliverable entry for staff; idempotent. */
export const storeUndeliverable = async (context: Context, text: string, error: unknown): Promise<void> => {
  const now = context.now()
  const received = new Date(parseSpoolEntry(text)?.receivedAt ?? now)
  await context.database
    .insert(undeliverableForms)
    .values({
      id: context.newId(),
      // A damaged file may contain NUL, which PostgreSQL text cannot store.
      entry: text.replaceAll('\0', ''),
      digest: createHash('sha256').update(text).digest(),
      reason: getReason(error),
      receivedAt: Number.isNaN(received.getTime()) ? now : received,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
}

const hour = 3_600_000
/** Longer than a ticket is valid: a file or key may be sent again until then. */
const recordLifetime = (uploadDays + 1) * 24 * hour

/** Deletes partial files of crashed processes and expired claims and records. Returns the number of deleted files. */
export const cleanSpool = async (context: Context): Promise<number> => {
  const spool = getSpoolDirectory(context.services.settings)
  const now = context.now()
  const isComplete = (name: string) => !name.endsWith('.part')
  // A claim without an entry is kept for an hour, in which its entry may still be written.
  const isOwned = async (id: string) => {
    const [name = ''] = ((await readIfExists(join(getClaimsDirectory(context), id))) ?? '').split(' ')
    if (name === '') return false
    if ((await readEntry(spool, name)) !== null) return true
    return (await readIfExists(join(getStoredDirectory(context), basename(name).replace('request-', '')))) !== null
  }
  return (
    (await sweepFolder(spool, now, hour, isComplete)) +
    (await sweepFolder(getStoredDirectory(context), now, hour, isComplete)) +
    (await sweepFolder(getStoredDirectory(context), now, recordLifetime)) +
    (await sweepFolder(getClaimsDirectory(context), now, hour, isOwned))
  )
}
