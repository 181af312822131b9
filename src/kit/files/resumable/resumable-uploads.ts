import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, lt, sql } from 'drizzle-orm'
import { AppError } from '../../errors.ts'
import { privateFolder } from '../../process/private-folder.ts'
import type { Context, Services, UploadedFile } from '../../server/context.ts'
import { safeName } from '../media-library.ts'
import { type ResumableRow, resumableUploads } from '../table.ts'

/** Maximum number of concurrent unfinished uploads per account and purpose. */
export const maxUnfinished = 3

/** Milliseconds after which an unfinished upload is removed. */
const waitingFor = 3 * 24 * 3_600_000

/** Advisory lock key under which the bytes still to come are summed up. */
const totalLock = 7_160_038

/** Folder for received chunks, with a subfolder per account. */
export const resumableFolder = ({ settings }: Services): string => join(settings.dataDirectory, 'resumable')

const placeOf = (services: Services, { userId, id }: Pick<ResumableRow, 'userId' | 'id'>): string =>
  join(resumableFolder(services), userId, id)

/** Unfinished upload, as returned to its owner. */
export interface Unfinished {
  id: string
  name: string
  bytes: number
  received: number
  modified: number
}

interface NewUpload {
  id: string
  purpose: string
  name: string
  bytes: number
  modified: number
}

/**
 * Registers an upload before its first byte, in one statement that enforces both limits: uploads per account and
 * pending bytes in total. Throws `too_many_files` and `no_room`.
 */
export const recordResumable = async (context: Context, userId: string, upload: NewUpload): Promise<void> => {
  const { id, purpose, bytes, modified } = upload
  const { waitingBytes } = context.services.settings.limits.uploads
  await context.transaction(async (transactionContext) => {
    await transactionContext.database.execute(sql`SELECT pg_advisory_xact_lock(${totalLock})`)
    const now = sql`${transactionContext.now().toISOString()}::timestamptz`
    const { rows } = await transactionContext.database.execute<{
      total: string
      free: number | null
      made: boolean
    }>(sql`
      WITH known AS (
        SELECT coalesce(sum(bytes), 0) AS total, (
          SELECT min(slot) FROM generate_series(1, ${maxUnfinished}::int) AS slot WHERE NOT EXISTS (
            SELECT FROM resumable_uploads AS other
            WHERE other.user_id = ${userId}::uuid AND other.purpose = ${purpose} AND other.slot = slot.slot)
        ) AS free
        FROM resumable_uploads
      ), made AS (
        INSERT INTO resumable_uploads (id, user_id, purpose, slot, name, bytes, modified, created_at, updated_at)
        SELECT ${id}::uuid, ${userId}::uuid, ${purpose}, free, ${safeName(upload.name)}, ${bytes}::bigint,
          ${modified}::bigint, ${now}, ${now}
        FROM known WHERE free IS NOT NULL AND total + ${bytes}::bigint <= ${Math.floor(waitingBytes)}::bigint
        RETURNING id
      )
      SELECT total, free, EXISTS (SELECT FROM made) AS made FROM known`)
    const [found] = rows
    if (found?.made) return
    throw found?.free === null ? new AppError('too_many_files') : new AppError('no_room', { retryAfter: 3600 })
  })
}

/** Returns an upload of the account; undefined for another account's. */
export const findResumable = async (
  context: Context,
  userId: string,
  id: string,
): Promise<ResumableRow | undefined> => {
  const [row] = await context.database
    .select()
    .from(resumableUploads)
    .where(and(eq(resumableUploads.id, id), eq(resumableUploads.userId, userId)))
  return row
}

const receivedOf = async (services: Services, row: ResumableRow): Promise<number> =>
  (await stat(placeOf(services, row)).catch(() => null))?.size ?? 0

/** Returns the account's unfinished uploads for a purpose, oldest first. */
export const unfinishedOf = async (context: Context, userId: string, purpose: string): Promise<Unfinished[]> => {
  const rows = await context.database
    .select()
    .from(resumableUploads)
    .where(and(eq(resumableUploads.userId, userId), eq(resumableUploads.purpose, purpose)))
    .orderBy(resumableUploads.createdAt)
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      name: row.name,
      bytes: row.bytes,
      received: await receivedOf(context.services, row),
      modified: row.modified,
    })),
  )
}

/** Returns the file of a complete upload. Throws `not_found`, or `conflict` while bytes are missing. */
export const requireCompleteFile = async (
  context: Context,
  userId: string,
  { id, purpose }: { id: string; purpose: string },
): Promise<UploadedFile> => {
  const row = await findResumable(context, userId, id)
  if (row?.purpose !== purpose) throw new AppError('not_found')
  if ((await receivedOf(context.services, row)) !== row.bytes) throw new AppError('conflict')
  return { name: row.name, path: placeOf(context.services, row), bytes: row.bytes }
}

/** Cancels an upload. Removes the bytes first: a crash in between leaves the row, so that the removal is repeated. */
export const cancelResumable = async (context: Context, userId: string, id: string): Promise<void> => {
  await rm(placeOf(context.services, { userId, id }), { force: true })
  await context.database
    .delete(resumableUploads)
    .where(and(eq(resumableUploads.id, id), eq(resumableUploads.userId, userId)))
}

/** Removes all uploads of an account when it is withdrawn. */
export const removeResumable = async (context: Context, userId: string): Promise<void> => {
  await context.database.delete(resumableUploads).where(eq(resumableUploads.userId, userId))
  await rm(join(resumableFolder(context.services), userId), { recursive: true, force: true })
}

/** Removes abandoned uploads, and bytes without a row. */
export const sweepResumable = async (context: Context): Promise<void> => {
  const before = new Date(context.now().getTime() - waitingFor)
  const old = await context.database.select().from(resumableUploads).where(lt(resumableUploads.createdAt, before))
  for (const { userId, id } of old) await cancelResumable(context, userId, id)
  const folder = resumableFolder(context.services)
  for (const userId of await readdir(folder).catch(() => []))
    for (const id of await readdir(join(folder, userId)).catch(() => [])) {
      const found = await stat(join(folder, userId, id)).catch(() => null)
      if (!found || found.mtimeMs > before.getTime() || (await findResumable(context, userId, id))) continue
      await rm(join(folder, userId, id), { force: true })
    }
}

export const makeResumableFolder = (services: Services, userId: string): Promise<string | undefined> =>
  mkdir(join(resumableFolder(services), userId), { recursive: true, mode: privateFolder })
