import { and, asc, count, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { findNextChange, selectVisibleText } from '#content/boards/server/find-published-posts.ts'
import { boards, posts } from '#content/boards/table.ts'
import { AppError } from '#kit/errors.ts'
import type { Context, Handler } from '#kit/server/context.ts'
import type { comments as contract } from '../contract.ts'
import { threadsPerPage } from '../rules.ts'
import { comments } from '../table.ts'
import { presentPublic, selectAuthored } from './present-comments.ts'

/**
 * Throws `not_found` if the post takes no comments; tags the response and limits its cache time to the next change of
 * the board.
 */
export const assertCommentable = async (context: Context, postId: string): Promise<void> => {
  context.tag(`post:${postId}`)
  const shown = selectVisibleText(context)
  const [post] = await context.database
    .select({
      code: posts.code,
      takesComments: sql<boolean>`${posts.comments} AND ${boards.comments}`,
      shown: shown.locale,
    })
    .from(posts)
    .innerJoin(boards, eq(boards.code, posts.code))
    .leftJoinLateral(shown, sql`true`)
    .where(and(eq(posts.id, postId), isNull(posts.trashedAt)))
  if (post) {
    context.tag(`board:${post.code}`)
    context.showUntil(await findNextChange(context, post.code))
  }
  if (!post?.takesComments || post.shown === null) throw new AppError('not_found')
}

/** A thread is shown while its comment or one of its replies is visible. */
const isThread = (postId: string): SQL | undefined => {
  const reply = alias(comments, 'reply')
  return and(
    eq(comments.postId, postId),
    isNull(comments.parentId),
    or(
      eq(comments.state, 'visible'),
      sql`EXISTS (SELECT FROM ${comments} AS ${reply} WHERE ${reply.parentId} = ${comments.id} AND ${reply.state} = 'visible')`,
    ),
  )
}

/** Returns a page of threads, newest first, with their visible replies. */
export const listDiscussion: Handler<typeof contract.discussion> = async (context, { params: { id }, query }) => {
  context.tag(`comments:${id}`)
  await assertCommentable(context, id)
  const where = isThread(id)
  const [threads, [totals], [readable]] = await Promise.all([
    selectAuthored(context)
      .where(where)
      .orderBy(desc(comments.createdAt), desc(comments.id))
      .limit(threadsPerPage)
      .offset((query.page - 1) * threadsPerPage),
    context.database.select({ total: count() }).from(comments).where(where),
    context.database
      .select({ total: count() })
      .from(comments)
      .where(and(eq(comments.postId, id), eq(comments.state, 'visible'))),
  ])
  const replies = await selectAuthored(context)
    .where(
      and(
        inArray(
          comments.parentId,
          threads.map(({ comment }) => comment.id),
        ),
        eq(comments.state, 'visible'),
      ),
    )
    .orderBy(asc(comments.createdAt), asc(comments.id))
  for (const { author } of [...threads, ...replies]) if (author) context.tag(`user:${author.id}`)
  return {
    comments: threads.map((thread) => ({
      ...presentPublic(thread),
      replies: replies.filter(({ comment }) => comment.parentId === thread.comment.id).map(presentPublic),
    })),
    total: totals?.total ?? 0,
    spoken: readable?.total ?? 0,
    page: query.page,
    limit: threadsPerPage,
  }
}
