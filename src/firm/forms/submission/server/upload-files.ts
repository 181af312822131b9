import { sql } from 'drizzle-orm'
import { isUnreachable } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { hasPrivateFile, type PrivateFile, signValue, verifySigned } from '#kit/files/private-files.ts'
import { addToSpool } from '#kit/process/spool.ts'
import type { Context } from '#kit/server/context.ts'
import { getSpoolDirectory } from '../../outage/server/get-spool-directory.ts'
import { uploadDays } from '../../rules.ts'
import { formFiles } from '../../table.ts'

/** Uploaded file as described by its signed ticket. */
type Ticket = PrivateFile & { form: string; at: number }
const ticketPurpose = 'form file'

export interface PendingUpload {
  entry: 'upload'
  file: PrivateFile
  at: string
}

/** Records an uploaded file, so that it can be deleted if no request follows; returns its ticket. */
export const recordUpload = async (context: Context, form: string, file: PrivateFile): Promise<string> => {
  const pending: PendingUpload = { entry: 'upload', file, at: context.now().toISOString() }
  try {
    await insertPendingUpload(context, pending)
  } catch (error) {
    if (!isUnreachable(error)) {
      // Without a row the file could never be found for deletion.
      await context.services.files.remove(file.id).catch(() => undefined)
      throw error
    }
    await addToSpool(getSpoolDirectory(context.services.settings), `upload-${file.id}`, pending)
  }
  return signTicket(context, form, file)
}

/** Returns a signed ticket of an uploaded file, valid for this form or reply only. */
export const signTicket = (context: Context, form: string, file: PrivateFile): string => {
  const ticket: Ticket = { ...file, form, at: context.now().getTime() }
  return signValue(context.services.secret, ticketPurpose, ticket)
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
const insertPendingUpload = (context: Context, { file, at }: PendingUpload): Promise<void> =>
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
  const files = tickets.map((token) => {
    const ticket = verifySigned<Ticket>(context.services.secret, ticketPurpose, token)
    if (!ticket || ticket.form !== form || ticket.at < oldest)
      throw new AppError('invalid', { fields: { files: 'unknown_file' } })
    const { form: _form, at: _at, ...file } = ticket
    return file
  })
  // Reject deleted files, also while the database is unavailable.
  const isStored = await Promise.all(files.map(({ id }) => hasPrivateFile(context.services, id)))
  if (new Set(files.map(({ id }) => id)).size < files.length || isStored.includes(false))
    throw new AppError('invalid', { fields: { files: 'unknown_file' } })
  return files
}
