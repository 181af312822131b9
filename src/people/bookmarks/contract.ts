import { z } from 'zod'
import { ById, Id, Instant, Locale, listQuery, one, page, route } from '#kit/contract.ts'

/** Bookmarks and likes of members. Modules declare the kinds of records (`Module.keepable`). */

const Kind = z.string().regex(/^[a-z]{1,30}$/)
const MarkTarget = z.strictObject({ kind: Kind, record: Id })

/** A bookmark or like in its member's list. Records that are not visible now are omitted. */
export const Bookmark = z
  .object({ _id: Id, kind: Kind, record: Id, title: z.string(), lang: Locale, to: z.string(), createdAt: Instant })
  .meta({ id: 'Bookmark' })
export type Bookmark = z.infer<typeof Bookmark>

export const Marks = z
  .object({
    likes: z.number().int().describe('Likes by all members'),
    bookmark: Id.nullable().describe('Id of the bookmark of the calling member; null without one'),
    like: Id.nullable(),
  })
  .meta({ id: 'Marks' })
export type Marks = z.infer<typeof Marks>

const { page: pageNumber, limit } = listQuery(['createdAt'])
const query = z.strictObject({ page: pageNumber, limit })

const createMarkRoutes = <const Many extends 'bookmarks' | 'likes', const One extends 'bookmark' | 'like'>(
  many: Many,
  single: One,
) => ({
  list: route({
    method: 'GET',
    path: `/api/v1/me/${many}`,
    access: 'member',
    owned: true,
    summary: `List the ${many} of the caller, newest first.`,
    query,
    answer: page(many, Bookmark),
  }),
  add: route({
    method: 'POST',
    path: `/api/v1/me/${many}`,
    access: 'member',
    owned: true,
    summary: `Add to the ${many} of the caller; a repeated call returns the same one.`,
    body: MarkTarget,
    answer: one(single, Bookmark),
    status: 201,
    idempotent: true,
    perMinute: 120,
  }),
  remove: route({
    method: 'DELETE',
    path: `/api/v1/me/${many}/{id}`,
    access: 'member',
    owned: true,
    summary: `Remove one of the ${many} of the caller.`,
    params: ById,
    status: 204,
  }),
})

const bookmarkRoutes = createMarkRoutes('bookmarks', 'bookmark')
const likeRoutes = createMarkRoutes('likes', 'like')

export const bookmarks = {
  bookmarks: bookmarkRoutes.list,
  addBookmark: bookmarkRoutes.add,
  removeBookmark: bookmarkRoutes.remove,
  likes: likeRoutes.list,
  addLike: likeRoutes.add,
  removeLike: likeRoutes.remove,
  marks: route({
    method: 'GET',
    path: '/api/v1/likes/{kind}/{record}',
    access: 'public',
    knowsMember: true,
    summary: 'Get the number of likes of a record and, for a member, whether they bookmarked or liked it.',
    params: MarkTarget,
    answer: one('marks', Marks),
    perMinute: 120,
  }),
}
