import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Upload } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import { workbookType } from '#kit/files/file-types.ts'
import { detectFileType, maxPixels, readPixelCount } from '#kit/files/media-library.ts'
import { type PrivateFile, privateAddress, signValue, storePrivate, verifySigned } from '#kit/files/private-files.ts'
import { ArchiveRefused, checkArchive } from '#kit/personal/archive.ts'
import type { Context, UploadedFile } from '#kit/server/context.ts'
import type { FilePurpose, MemberFile, Uploaded } from '../contract.ts'
import { type MemberFileRow, memberFiles } from '../table.ts'

const day = 24 * 3_600_000
/** Time a file waits for its record. */
const unclaimedLifetime = 7 * day

interface Ticket {
  id: string
  field: string
}
const ticketPurpose = 'member file'

/** Key of the advisory lock for adding up the waiting files. */
const unclaimedLock = 7_160_030

/** Creates the row of a file without a record, within the total limit on waiting bytes. Throws `no_room`. */
const recordUnclaimed = (context: Context, file: PrivateFile, purpose: FilePurpose): Promise<void> =>
  context.transaction(async (within) => {
    const { waitingBytes } = within.services.settings.limits.uploads
    await within.database.execute(sql`SELECT pg_advisory_xact_lock(${unclaimedLock})`)
    const now = sql`${within.now().toISOString()}::timestamptz`
    const { rowCount } = await within.database.execute(sql`
      INSERT INTO member_files (id, purpose, kind, name, mime, bytes, sha256, width, height, created_at, updated_at)
      SELECT ${file.id}::uuid, ${purpose}, ${file.kind}, ${file.name}, ${file.mime}, ${file.bytes}::bigint,
        ${Buffer.from(file.sha256, 'hex')}::bytea, ${file.width}::int, ${file.height}::int, ${now}, ${now}
      WHERE ${file.bytes}::bigint + (SELECT coalesce(sum(bytes), 0) FROM member_files WHERE user_id IS NULL)
        <= ${Math.floor(waitingBytes)}::bigint`)
    if (rowCount === 0) throw new AppError('no_room', { retryAfter: 3600 })
  })

/** Refuses a workbook that is corrupt, or too large when unpacked. */
const checkWorkbook = (upload: Upload, uploaded: UploadedFile): Promise<void> =>
  checkArchive(uploaded.path).catch((error) => {
    if (!(error instanceof ArchiveRefused)) throw error
    throw new AppError('wrong_kind', {
      fields: { [upload.field]: error.fault === 'too_large' ? 'unpacked' : 'file_kind' },
    })
  })

/** Refuses a picture with too many pixels, by its header, before it is decoded. */
const checkPixels = async (upload: Upload, uploaded: UploadedFile): Promise<void> => {
  if ((await readPixelCount(uploaded.path)) > maxPixels)
    throw new AppError('wrong_kind', { fields: { [upload.field]: 'pixels' } })
}

/**
 * Stores an uploaded file without an owner; a record claims it by its ticket (`claimFile`). Throws `wrong_kind` and
 * `no_room`.
 */
export const storeUnclaimedFile = async (
  context: Context,
  upload: Upload,
  purpose: FilePurpose,
  uploaded: UploadedFile,
): Promise<Uploaded & { id: string }> => {
  const { kind, mime } = await detectFileType(upload, uploaded)
  if (mime === workbookType) await checkWorkbook(upload, uploaded)
  if (kind === 'picture') await checkPixels(upload, uploaded)
  const file = await storePrivate(context, upload, uploaded)
  try {
    // A picture that cannot be decoded is invalid.
    if (kind === 'picture' && file.width === null)
      throw new AppError('wrong_kind', { fields: { [upload.field]: 'file_kind' } })
    await recordUnclaimed(context, file, purpose)
  } catch (error) {
    await context.services.files.remove(file.id).catch(() => undefined)
    throw error
  }
  const ticket: Ticket = { id: file.id, field: upload.field }
  return {
    id: file.id,
    name: file.name,
    mime: file.mime,
    bytes: file.bytes,
    ticket: signValue(context.services.secret, ticketPurpose, ticket),
    until: new Date(context.now().getTime() + unclaimedLifetime).toISOString(),
  }
}

/**
 * Assigns an uploaded file to an account, in one statement, so that a ticket works once. Throws `invalid` at `path` if
 * it was used, is expired or belongs to another field.
 */
export const claimFile = async (
  context: Context,
  userId: string,
  { ticket, field, purpose, path }: { ticket: string; field: string; purpose: FilePurpose; path: string },
): Promise<string> => {
  const verifiedTicket = verifySigned<Ticket>(context.services.secret, ticketPurpose, ticket)
  const [row] =
    verifiedTicket?.field === field
      ? await context.database
          .update(memberFiles)
          .set({ userId, purpose, updatedAt: context.now() })
          .where(and(eq(memberFiles.id, verifiedTicket.id), isNull(memberFiles.userId)))
          .returning({ id: memberFiles.id })
      : []
  if (!row) throw new AppError('invalid', { fields: { [path]: 'ticket' } })
  return row.id
}

/** Detaches files from their account; the next job run deletes bytes and rows, `deleteFiles` does it immediately. */
export const detachFiles = async (context: Context, ids: readonly (string | null)[]): Promise<string[]> => {
  const fileIds = ids.filter((id) => id !== null)
  if (fileIds.length === 0) return []
  const rows = await context.database
    .update(memberFiles)
    .set({ userId: null, name: '', createdAt: new Date(0) })
    .where(inArray(memberFiles.id, fileIds))
    .returning({ id: memberFiles.id })
  return rows.map(({ id }) => id)
}

/** Deletes bytes before rows: a crash between the two leaves rows, which the next run finds. */
export const deleteFiles = async (context: Context, ids: readonly string[]): Promise<void> => {
  for (const id of ids) await context.services.files.remove(id)
  if (ids.length > 0)
    await context.database.delete(memberFiles).where(and(inArray(memberFiles.id, [...ids]), isNull(memberFiles.userId)))
}

/** Deletes files without a record after a week, and detached files. */
export const deleteUnclaimedFiles = (context: Context): Promise<void> =>
  context.transaction(async (within) => {
    const rows = await within.database
      .select({ id: memberFiles.id })
      .from(memberFiles)
      .where(
        and(
          isNull(memberFiles.userId),
          lt(memberFiles.createdAt, new Date(within.now().getTime() - unclaimedLifetime)),
        ),
      )
      .for('update', { skipLocked: true })
    await deleteFiles(
      within,
      rows.map(({ id }) => id),
    )
  })

/** Presents a file to its owner: pictures as thumbnails without metadata, others unchanged. */
export const presentFile = (context: Context, row: MemberFileRow): MemberFile => ({
  _id: row.id,
  name: row.name,
  mime: row.mime,
  bytes: row.bytes,
  url: privateAddress(context.services, row, row.kind === 'picture' ? 'preview' : 'original'),
  width: row.width,
  height: row.height,
})

/** Returns files of one account by id. */
export const findMemberFiles = async (
  context: Context,
  userId: string,
  ids: readonly (string | null)[],
): Promise<Map<string, MemberFileRow>> => {
  const fileIds = ids.filter((id) => id !== null)
  if (fileIds.length === 0) return new Map()
  const rows = await context.database
    .select()
    .from(memberFiles)
    .where(and(eq(memberFiles.userId, userId), or(...fileIds.map((id) => eq(memberFiles.id, id)))))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns all files of an account. */
export const listAllMemberFiles = (context: Context, userId: string): Promise<MemberFileRow[]> =>
  context.database.select().from(memberFiles).where(eq(memberFiles.userId, userId))

/** Returns those of these private files that belong to a member or wait for a record. */
export const filterKnownFiles = async (context: Context, ids: readonly string[]): Promise<string[]> => {
  const rows = await context.database
    .select({ id: memberFiles.id })
    .from(memberFiles)
    .where(inArray(memberFiles.id, [...ids]))
  return rows.map(({ id }) => id)
}
