import { and, desc, eq, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { type Bookmarkable, bookmarkableOf, type PersonalData } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { selectPage } from '#kit/server/records/select-page.ts'
import type { Bookmark, Marks } from '../contract.ts'
import { type BookmarkRow, bookmarks } from '../table.ts'

export type Act = BookmarkRow['act']

interface MarkTarget {
  kind: string
  record: string
}

/** Returns the visible records of these rows by kind and id. */
const findRecords = async (context: Context, rows: readonly Pick<BookmarkRow, 'kind' | 'recordId'>[]) => {
  const bookmarkables = new Map<string, Bookmarkable>()
  for (const [kind, find] of bookmarkableOf(context.services.modules)) {
    const ids = rows.filter((row) => row.kind === kind).map(({ recordId }) => recordId)
    if (ids.length > 0) for (const record of await find(context, ids)) bookmarkables.set(`${kind} ${record.id}`, record)
  }
  return bookmarkables
}

const presentMarks = async (context: Context, rows: readonly BookmarkRow[]): Promise<Bookmark[]> => {
  const found = await findRecords(context, rows)
  return rows.flatMap(({ id, kind, recordId, createdAt }) => {
    const record = found.get(`${kind} ${recordId}`)
    if (!record) return []
    const { title, lang, to } = record
    return [{ _id: id, kind, record: recordId, title, lang, to, createdAt: createdAt.toISOString() }]
  })
}

/** Returns a page of the account's bookmarks or likes. `total` includes records that are not visible now. */
export const listMarks = async (context: Context, act: Act, { page, limit }: { page: number; limit: number }) => {
  const ownMarks = and(eq(bookmarks.userId, context.principal.userId), eq(bookmarks.act, act))
  const [rows, total] = await selectPage(context, bookmarks, ownMarks, { page, limit }, [
    desc(bookmarks.createdAt),
    desc(bookmarks.id),
  ])
  return { rows: await presentMarks(context, rows), total, page, limit }
}

/**
 * Adds a mark once: the unique constraint decides between concurrent calls, and the later one gets the existing row.
 * Throws `not_found` for an invisible record or an unknown kind.
 */
export const addMark = async (context: Context, act: Act, { kind, record }: MarkTarget): Promise<Bookmark> => {
  const [found] = (await bookmarkableOf(context.services.modules).get(kind)?.(context, [record])) ?? []
  if (!found) throw new AppError('not_found')
  const now = context.now()
  const values = {
    id: context.newId(),
    userId: context.principal.userId,
    act,
    kind,
    recordId: record,
    createdAt: now,
    updatedAt: now,
  }
  const target = [bookmarks.userId, bookmarks.act, bookmarks.kind, bookmarks.recordId]
  const rows = await context.database
    .insert(bookmarks)
    .values(values)
    // A no-op update, needed because `RETURNING` returns an existing row only if it is updated.
    .onConflictDoUpdate({ target, set: { kind: sql`excluded.kind` } })
    .returning()
  const [created] = await presentMarks(context, rows)
  if (!created) throw new AppError('not_found')
  return created
}

/** Removes a mark of the account; throws `not_found` for one of another account. */
export const removeMark = async (context: Context, act: Act, id: string): Promise<void> => {
  const removed = await context.database
    .delete(bookmarks)
    .where(and(eq(bookmarks.id, id), eq(bookmarks.act, act), eq(bookmarks.userId, context.principal.userId)))
    .returning({ id: bookmarks.id })
  if (removed.length === 0) throw new AppError('not_found')
}

/** Returns the number of likes of a record and the caller's own marks. */
export const readMarks = async (context: Context, { kind, record }: MarkTarget): Promise<Marks> => {
  const [target] = (await bookmarkableOf(context.services.modules).get(kind)?.(context, [record])) ?? []
  if (!target) throw new AppError('not_found')
  const userId = context.scope.principal?.userId ?? null
  const existsSql = (act: Act) =>
    sql<
      string | null
    >`(SELECT id FROM bookmarks WHERE user_id = ${userId}::uuid AND act = ${act} AND kind = ${kind} AND record_id = ${record}::uuid)`
  const { rows } = await context.database.execute<{ likes: number; bookmark: string | null; like: string | null }>(sql`
    SELECT (SELECT count(*)::int FROM bookmarks WHERE kind = ${kind} AND record_id = ${record}::uuid AND act = 'like') AS likes,
      ${existsSql('bookmark')} AS bookmark, ${existsSql('like')} AS like`)
  return rows[0] ?? { likes: 0, bookmark: null, like: null }
}

/** Personal data of this module. */
export const personal: PersonalData = {
  async forget(context, { userId }) {
    await context.database.delete(bookmarks).where(eq(bookmarks.userId, userId))
    return []
  },
  async archive(context, { userId }) {
    const rows = await context.database
      .select()
      .from(bookmarks)
      .where(eq(bookmarks.userId, userId))
      .orderBy(bookmarks.createdAt)
    const found = await findRecords(context, rows)
    const createListHandler = (act: Act) =>
      rows
        .filter((row) => row.act === act)
        .map(({ kind, recordId, createdAt }) => ({
          kind,
          record: recordId,
          title: found.get(`${kind} ${recordId}`)?.title ?? null,
          createdAt,
        }))
    return { bookmarks: createListHandler('bookmark'), likes: createListHandler('like') }
  },
}
