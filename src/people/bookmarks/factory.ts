import { sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import type { bookmarks as contract } from './contract.ts'
import { type BookmarkRow, bookmarks } from './table.ts'

/** Creates a bookmark or like of an account. */
export const buildMark = async (
  context: Context,
  overrides: Partial<BookmarkRow> & Pick<BookmarkRow, 'userId' | 'recordId'>,
): Promise<BookmarkRow> => {
  const now = context.now()
  const row: BookmarkRow = {
    id: context.newId(),
    act: 'bookmark',
    kind: 'post',
    createdAt: now,
    updatedAt: now,
    ...overrides,
  }
  await context.database.insert(bookmarks).values(row)
  return row
}

/** Creates a visible post by SQL, because the modules with such records depend on this one. */
export const buildBookmarkableRecord = async (context: Context): Promise<string> => {
  const id = context.newId()
  await context.database.execute(sql`
    INSERT INTO boards (id, code, title) VALUES (${context.newId()}::uuid, 'kept', '{"ko":"글"}') ON CONFLICT DO NOTHING`)
  await context.database.execute(sql`INSERT INTO posts (id, code) VALUES (${id}::uuid, 'kept')`)
  await context.database.execute(sql`
    INSERT INTO post_texts (post_id, locale, subject, state, publish_from, updated_at)
    VALUES (${id}::uuid, 'ko', '글', 'published', now() - interval '1 day', now())`)
  return id
}

/** Creates a mark of the caller on a new post. */
const buildOwnMark = async (context: Context, act: BookmarkRow['act']) => {
  const recordId = await buildBookmarkableRecord(context)
  return { params: { id: (await buildMark(context, { userId: context.principal.userId, recordId, act })).id } }
}

export const samples: Samples<typeof contract> = {
  addBookmark: async (context) => ({ body: { kind: 'post', record: await buildBookmarkableRecord(context) } }),
  addLike: async (context) => ({ body: { kind: 'post', record: await buildBookmarkableRecord(context) } }),
  removeBookmark: (context) => buildOwnMark(context, 'bookmark'),
  removeLike: (context) => buildOwnMark(context, 'like'),
}
