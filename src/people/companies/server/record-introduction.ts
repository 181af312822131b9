import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { readPrivateFile } from '#kit/files/private-files.ts'
import type { Context } from '#kit/server/context.ts'
import { findMemberFiles, presentFile } from '#people/users/server/store-member-file.ts'
import { type Introduction, maxIntroductions } from '../contract-introductions.ts'
import { type IntroductionRow, introductions } from '../table.ts'

/**
 * Records a file of the account as a profile and queues its scan. Locks the company's row, so that concurrent calls
 * take different places; a constraint backs this up. Throws `too_many_files` if all places are taken, and `conflict`
 * for an account without a company.
 */
export const recordIntroduction = async (
  context: Context,
  { id, userId, fileId }: Pick<IntroductionRow, 'id' | 'userId' | 'fileId'>,
): Promise<void> => {
  const { rowCount } = await context.database.execute(
    sql`SELECT FROM companies WHERE user_id = ${userId}::uuid FOR UPDATE`,
  )
  if (rowCount === 0) throw new AppError('conflict')
  const now = sql`${context.now().toISOString()}::timestamptz`
  const { rowCount: inserted } = await context.database.execute(sql`
    INSERT INTO introductions (id, user_id, file_id, slot, created_at, updated_at)
    SELECT ${id}::uuid, ${userId}::uuid, ${fileId}::uuid, slot, ${now}, ${now}
    FROM generate_series(1, ${maxIntroductions}::int) AS slot
    WHERE NOT EXISTS (SELECT FROM introductions AS other WHERE other.user_id = ${userId}::uuid AND other.slot = slot.slot)
    ORDER BY slot LIMIT 1`)
  if (inserted === 0) throw new AppError('too_many_files')
  await context.services.jobs.add(context.database, 'readIntroduction', { id })
}

/** Returns the profiles of an account, newest first. */
export const listIntroductions = (context: Context, userId: string): Promise<IntroductionRow[]> =>
  context.database
    .select()
    .from(introductions)
    .where(eq(introductions.userId, userId))
    .orderBy(desc(introductions.createdAt), desc(introductions.id))

/** Returns a profile of the account; undefined if it belongs to another. */
export const findIntroduction = async (
  context: Context,
  userId: string,
  id: string,
): Promise<IntroductionRow | undefined> => {
  const [row] = await context.database
    .select()
    .from(introductions)
    .where(and(eq(introductions.id, id), eq(introductions.userId, userId)))
  return row
}

/** Returns the profiles of an account in the form its member sees. */
export const presentIntroductions = async (
  context: Context,
  userId: string,
  rows: readonly IntroductionRow[],
): Promise<Introduction[]> => {
  const files = await findMemberFiles(
    context,
    userId,
    rows.map(({ fileId }) => fileId),
  )
  return rows.flatMap(({ id, state, read, pages, places, fileId, createdAt, updatedAt }) => {
    const file = files.get(fileId)
    if (!file) return []
    const moments = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
    return [{ _id: id, ...moments, state, read, pages, places, file: presentFile(context, file) }]
  })
}

/** Displays the newest kept profile as the company's profile. */
const showNewest = async (context: Context, userId: string): Promise<void> => {
  await context.database.execute(sql`
    UPDATE companies SET introduction = coalesce((
      SELECT file_id FROM introductions WHERE user_id = ${userId}::uuid AND state = 'kept'
      ORDER BY created_at DESC, id DESC LIMIT 1), introduction)
    WHERE user_id = ${userId}::uuid`)
}

/** Marks a profile as kept if it waits for a decision; undefined otherwise. */
export const keepIntroduction = async (
  context: Context,
  userId: string,
  id: string,
): Promise<IntroductionRow | undefined> =>
  context.transaction(async (within) => {
    const [row] = await within.database
      .update(introductions)
      .set({ state: 'kept', updatedAt: within.now() })
      .where(and(eq(introductions.id, id), eq(introductions.userId, userId), inArray(introductions.state, ['asked'])))
      .returning()
    if (row) await showNewest(within, userId)
    return row
  })

/** Stores the scan result. A profile that was removed or already scanned stays unchanged. */
export const storeScanResult = (
  context: Context,
  id: string,
  { read, pages, places }: Pick<IntroductionRow, 'pages' | 'places'> & { read: 'whole' | 'part' | 'none' },
): Promise<void> =>
  context.transaction(async (within) => {
    const state = places.length > 0 ? 'asked' : 'kept'
    const [row] = await within.database
      .update(introductions)
      .set({ state, read, pages, places, updatedAt: within.now() })
      .where(and(eq(introductions.id, id), eq(introductions.state, 'checking')))
      .returning()
    if (row && state === 'kept') await showNewest(within, row.userId)
  })

/** Returns the bytes of a profile for the scan job; null if they no longer exist. */
export const openIntroductionFile = async (context: Context, id: string) => {
  const [row] = await context.database.select().from(introductions).where(eq(introductions.id, id))
  if (row?.state !== 'checking') return null
  const file = (await findMemberFiles(context, row.userId, [row.fileId])).get(row.fileId)
  const stream = file && (await readPrivateFile(context.services, file.id))
  return file && stream ? { mime: file.mime, stream } : null
}
