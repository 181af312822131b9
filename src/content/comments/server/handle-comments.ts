import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { findVisiblePosts } from '#content/boards/server/find-published-posts.ts'
import { AppError } from '#kit/errors.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows, throwMissedUpdate } from '#kit/server/records/records.ts'
import type { comments as contract, PublicComment } from '../contract.ts'
import { threadsPerPage } from '../rules.ts'
import { type CommentRow, comments } from '../table.ts'
import { assertCommentable, listDiscussion } from './list-discussion.ts'
import { moderationHandlers } from './moderate-comments.ts'
import { presentOwn, presentPublic, selectAuthored } from './present-comments.ts'
import { lockCommentablePost, writeComment } from './write-comment.ts'

/** Presents an own comment after a change, as the public sees it. */
const presentChanged = (context: Context, comment: CommentRow): { comment: PublicComment } => ({
  comment: presentPublic({ comment, author: { id: context.principal.userId, name: context.principal.name } }),
})

export const commentHandlers: Handlers<typeof contract> = {
  discussion: listDiscussion,

  async ownComments(context, { params: { id } }) {
    await assertCommentable(context, id)
    const ownFilter = await selectAuthored(context)
      .where(
        and(
          eq(comments.postId, id),
          eq(comments.authorId, context.principal.userId),
          inArray(comments.state, ['visible', 'hidden']),
        ),
      )
      .orderBy(desc(comments.createdAt))
      .limit(100)
    return { name: context.principal.name, comments: ownFilter.map(presentOwn) }
  },

  async said(context, { query }) {
    const ownFilter = and(
      eq(comments.authorId, context.principal.userId),
      inArray(comments.state, ['visible', 'hidden']),
    )
    const [found, [totals]] = await Promise.all([
      selectAuthored(context)
        .where(ownFilter)
        .orderBy(desc(comments.createdAt), desc(comments.id))
        .limit(threadsPerPage)
        .offset((query.page - 1) * threadsPerPage),
      context.database.select({ total: count() }).from(comments).where(ownFilter),
    ])
    const visiblePosts = await findVisiblePosts(
      context,
      found.map(({ comment }) => comment.postId),
    )
    const postsById = new Map(visiblePosts.map(({ id, title, lang, to }) => [id, { subject: title, lang, to }]))
    return {
      comments: found.map((one) => ({ ...presentOwn(one), post: postsById.get(one.comment.postId) ?? null })),
      total: totals?.total ?? 0,
      page: query.page,
      limit: threadsPerPage,
    }
  },

  comment: (context, { params, body: { body, parent } }) =>
    context.transaction(async (within) =>
      presentChanged(within, await writeComment(within, { postId: params.id, parentId: parent, body })),
    ),

  editComment: (context, { params, body: { body }, stamp }) =>
    context.transaction(async (within) => {
      if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
      const ownFilter = and(
        eq(comments.id, params.comment),
        eq(comments.postId, params.id),
        eq(comments.authorId, within.principal.userId),
        eq(comments.state, 'visible'),
        sql`EXISTS (SELECT FROM (${lockCommentablePost(within, params.id)}) AS place)`,
      )
      const now = within.now()
      const [row] = await changeRows(within, comments, { body, editedAt: now })
        .where(and(ownFilter, eq(comments.updatedAt, stamp)))
        .returning()
      if (row) return presentChanged(within, row)
      const [current] = await within.database.select().from(comments).where(ownFilter)
      return throwMissedUpdate(current ? presentChanged(within, current).comment : null)
    }),

  async removeComment(context, { params }) {
    const removed = await changeRows(context, comments, {
      state: 'removed',
      removedBy: 'author',
      body: '',
      reason: '',
    })
      .where(
        and(
          eq(comments.id, params.comment),
          eq(comments.postId, params.id),
          eq(comments.authorId, context.principal.userId),
          inArray(comments.state, ['visible', 'hidden']),
        ),
      )
      .returning({ id: comments.id })
    if (removed.length === 0) throw new AppError('not_found')
    return undefined
  },

  ...moderationHandlers,
}
