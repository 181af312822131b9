import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { readPrivateFile } from '#kit/files/private-files.ts'
import type { Context } from '#kit/server/context.ts'
import { filesOf, presentFile } from '#people/users/service.ts'
import { type Introduction, mostIntroductions } from './contract-introductions.ts'
import { type IntroductionRow, introductions } from './table.ts'

/**
 * Notes a file that is the account's already as one of its profiles, and has it looked through. The company's row is
 * locked, so that two at once find different places; the constraint is behind it. Throws `too_many_files` where all
 * are taken, and `conflict` for an account without a company.
 */
export const noteIntroduction = async (
  context: Context,
  { id, userId, fileId }: Pick<IntroductionRow, 'id' | 'userId' | 'fileId'>,
): Promise<void> => {
  const { rowCount } = await context.database.execute(
    sql`SELECT FROM companies WHERE user_id = ${userId}::uuid FOR UPDATE`,
  )
  if (rowCount === 0) throw new AppError('conflict')
  const now = sql`${context.now().toISOString()}::timestamptz`
  const { rowCount: made } = await context.database.execute(sql`
    INSERT INTO introductions (id, user_id, file_id, slot, created_at, updated_at)
    SELECT ${id}::uuid, ${userId}::uuid, ${fileId}::uuid, slot, ${now}, ${now}
    FROM generate_series(1, ${mostIntroductions}::int) AS slot
    WHERE NOT EXISTS (SELECT FROM introductions AS other WHERE other.user_id = ${userId}::uuid AND other.slot = slot.slot)
    ORDER BY slot LIMIT 1`)
  if (made === 0) throw new AppError('too_many_files')
  await context.services.jobs.add(context.database, 'readIntroduction', { id })
}

/** Profiles of an account, newest first. */
export const introductionsOf = (context: Context, userId: string): Promise<IntroductionRow[]> =>
  context.database
    .select()
    .from(introductions)
    .where(eq(introductions.userId, userId))
    .orderBy(desc(introductions.createdAt), desc(introductions.id))

/** One of an account; undefined for another's. */
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

/** Profiles of one account as it sees them. */
export const presentIntroductions = async (
  context: Context,
  userId: string,
  rows: readonly IntroductionRow[],
): Promise<Introduction[]> => {
  const files = await filesOf(
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

/** The newest profile that was kept is the one that the company shows. */
const showNewest = async (context: Context, userId: string): Promise<void> => {
  await context.database.execute(sql`
    UPDATE companies SET introduction = coalesce((
      SELECT file_id FROM introductions WHERE user_id = ${userId}::uuid AND state = 'kept'
      ORDER BY created_at DESC, id DESC LIMIT 1), introduction)
    WHERE user_id = ${userId}::uuid`)
}

/** Moves a profile on from one of these states; undefined where it is in none of them. */
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

/** What the look through a file found. One that meanwhile was removed, or looked through already, stays as it is. */
export const noteFound = (
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

/** The bytes of a profile, for the job that looks through it; null where they are gone. */
export const readIntroductionFile = async (context: Context, id: string) => {
  const [row] = await context.database.select().from(introductions).where(eq(introductions.id, id))
  if (row?.state !== 'checking') return null
  const file = (await filesOf(context, row.userId, [row.fileId])).get(row.fileId)
  const stream = file && (await readPrivateFile(context.services, file.id))
  return file && stream ? { mime: file.mime, stream } : null
}
