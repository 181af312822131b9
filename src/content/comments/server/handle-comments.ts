import { and, asc, count, desc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { findNextChange, findVisiblePosts, selectVisibleText } from '#content/boards/server/find-published-posts.ts'
import { boards, posts, postTexts } from '#content/boards/table.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows, throwMissedUpdate } from '#kit/server/records/records.ts'
import { containsWords } from '#kit/server/records/search-conditions.ts'
import { users } from '#people/users/table.ts'
import type { Comment, comments as contract, OwnComment, PublicComment } from '../contract.ts'
import { listStatesBefore, threadsPerPage } from '../rules.ts'
import { type CommentRow, comments } from '../table.ts'
import { lockCommentablePost, writeComment } from './write-comment.ts'

interface Spoken {
  comment: CommentRow
  author: { id: string; name: string } | null
}

const author = { id: users.id, name: users.name }
/** Join condition of the author; the name is null after the account is removed. */
const isAuthor = and(eq(users.id, comments.authorId), ne(users.state, 'withdrawn'))

const spokenOf = ({ comment: row }: Spoken) => ({
  _id: row.id,
  parent: row.parentId,
  body: row.body,
  lang: row.locale,
  state: row.state,
  editedAt: row.editedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

const toPublic = (found: Spoken): PublicComment => {
  const isShown = found.comment.state === 'visible'
  return {
    ...spokenOf(found),
    body: isShown ? found.comment.body : '',
    author: isShown ? (found.author?.name ?? null) : null,
  }
}

const toOwn = (found: Spoken): OwnComment => ({
  ...spokenOf(found),
  author: found.author?.name ?? null,
  reason: found.comment.reason,
})

/**
 * Throws `not_found` if the post takes no comments; tags the response and limits its cache time to the next change of
 * the board.
 */
const requireTaking = async (context: Context, postId: string): Promise<void> => {
  context.tag(`post:${postId}`)
  const shown = selectVisibleText(context)
  const [post] = await context.database
    .select({ code: posts.code, isTaking: sql<boolean>`${posts.comments} AND ${boards.comments}`, shown: shown.locale })
    .from(posts)
    .innerJoin(boards, eq(boards.code, posts.code))
    .leftJoinLateral(shown, sql`true`)
    .where(and(eq(posts.id, postId), isNull(posts.trashedAt)))
  if (post) {
    context.tag(`board:${post.code}`)
    context.showUntil(await findNextChange(context, post.code))
  }
  if (!post?.isTaking || post.shown === null) throw new AppError('not_found')
}

/** A thread is shown while its comment or one of its replies is visible. */
const isThread = (postId: string): SQL | undefined => {
  const answer = alias(comments, 'answer')
  return and(
    eq(comments.postId, postId),
    isNull(comments.parentId),
    or(
      eq(comments.state, 'visible'),
      sql`EXISTS (SELECT FROM ${comments} AS ${answer} WHERE ${answer.parentId} = ${comments.id} AND ${answer.state} = 'visible')`,
    ),
  )
}

const select = (context: Context) =>
  context.database.select({ comment: comments, author }).from(comments).leftJoin(users, isAuthor)

/** Presents an own comment after a change, as the public sees it. */
const presentSaid = (context: Context, comment: CommentRow): { comment: PublicComment } => ({
  comment: toPublic({ comment, author: { id: context.principal.userId, name: context.principal.name } }),
})

const korean = sql<string>`coalesce((SELECT t.subject FROM ${postTexts} AS t WHERE t.post_id = ${posts.id} AND t.locale = 'ko'), '')`
const ofStaff = (context: Context) =>
  context.database
    .select({
      comment: comments,
      author,
      post: {
        _id: posts.id,
        code: posts.code,
        slug: sql<string>`coalesce(${posts.slug}, ${posts.id}::text)`,
        subject: korean,
      },
    })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .leftJoin(users, isAuthor)

type FoundByStaff = Awaited<ReturnType<typeof ofStaff>>[number]

const toStaff = ({ post, ...found }: FoundByStaff): Comment => ({
  ...spokenOf(found),
  post,
  author: found.author && { _id: found.author.id, name: found.author.name },
  reason: found.comment.reason,
  removedBy: found.comment.removedBy,
})

const findOne = async (context: Context, id: string): Promise<Comment | null> => {
  const [found] = await ofStaff(context).where(eq(comments.id, id))
  return found ? toStaff(found) : null
}

/** Audit actions by target state. */
const acts = { visible: 'restore', hidden: 'hide', removed: 'remove' } as const

export const commentHandlers: Handlers<typeof contract> = {
  async discussion(context, { params: { id }, query }) {
    context.tag(`comments:${id}`)
    await requireTaking(context, id)
    const where = isThread(id)
    const [threads, [totals], [readable]] = await Promise.all([
      select(context)
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
    const answers = await select(context)
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
    for (const { author: person } of [...threads, ...answers]) if (person) context.tag(`user:${person.id}`)
    return {
      comments: threads.map((thread) => ({
        ...toPublic(thread),
        replies: answers.filter(({ comment }) => comment.parentId === thread.comment.id).map(toPublic),
      })),
      total: totals?.total ?? 0,
      spoken: readable?.total ?? 0,
      page: query.page,
      limit: threadsPerPage,
    }
  },

  async ownComments(context, { params: { id } }) {
    await requireTaking(context, id)
    const own = await select(context)
      .where(
        and(
          eq(comments.postId, id),
          eq(comments.authorId, context.principal.userId),
          inArray(comments.state, ['visible', 'hidden']),
        ),
      )
      .orderBy(desc(comments.createdAt))
      .limit(100)
    return { name: context.principal.name, comments: own.map(toOwn) }
  },

  async said(context, { query }) {
    const own = and(eq(comments.authorId, context.principal.userId), inArray(comments.state, ['visible', 'hidden']))
    const [found, [totals]] = await Promise.all([
      select(context)
        .where(own)
        .orderBy(desc(comments.createdAt), desc(comments.id))
        .limit(threadsPerPage)
        .offset((query.page - 1) * threadsPerPage),
      context.database.select({ total: count() }).from(comments).where(own),
    ])
    const places = await findVisiblePosts(
      context,
      found.map(({ comment }) => comment.postId),
    )
    const placeOf = new Map(places.map(({ id, title, lang, to }) => [id, { subject: title, lang, to }]))
    return {
      comments: found.map((one) => ({ ...toOwn(one), post: placeOf.get(one.comment.postId) ?? null })),
      total: totals?.total ?? 0,
      page: query.page,
      limit: threadsPerPage,
    }
  },

  comment: (context, { params, body: { body, parent } }) =>
    context.transaction(async (within) =>
      presentSaid(within, await writeComment(within, { postId: params.id, parentId: parent, body })),
    ),

  editComment: (context, { params, body: { body }, stamp }) =>
    context.transaction(async (within) => {
      if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
      const own = and(
        eq(comments.id, params.comment),
        eq(comments.postId, params.id),
        eq(comments.authorId, within.principal.userId),
        eq(comments.state, 'visible'),
        sql`EXISTS (SELECT FROM (${lockCommentablePost(within, params.id)}) AS place)`,
      )
      const now = within.now()
      const [row] = await changeRows(within, comments, { body, editedAt: now })
        .where(and(own, eq(comments.updatedAt, stamp)))
        .returning()
      if (row) return presentSaid(within, row)
      const [current] = await within.database.select().from(comments).where(own)
      return throwMissedUpdate(current ? presentSaid(within, current).comment : null)
    }),

  async removeComment(context, { params }) {
    const gone = await changeRows(context, comments, {
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
    if (gone.length === 0) throw new AppError('not_found')
    return undefined
  },

  async list(context, { query }) {
    const where = and(
      query.state ? eq(comments.state, query.state) : undefined,
      query.code ? eq(posts.code, query.code) : undefined,
      query.post ? eq(comments.postId, query.post) : undefined,
      query.q ? containsWords([comments.body, users.name], query.q) : undefined,
    )
    const column = query.sort.endsWith('updatedAt') ? comments.updatedAt : comments.createdAt
    const direction = query.sort.startsWith('-') ? desc : asc
    const found = await ofStaff(context)
      .where(where)
      .orderBy(direction(column), direction(comments.id))
      .limit(query.limit)
      .offset((query.page - 1) * query.limit)
    const [totals] = await context.database
      .select({ total: count() })
      .from(comments)
      .innerJoin(posts, eq(posts.id, comments.postId))
      .leftJoin(users, isAuthor)
      .where(where)
    return { comments: found.map(toStaff), total: totals?.total ?? 0, page: query.page, limit: query.limit }
  },

  async get(context, { params }) {
    const comment = await findOne(context, params.id)
    if (!comment) throw new AppError('not_found')
    return { comment }
  },

  update: (context, { params, body: { state, reason = '' }, stamp }) =>
    context.transaction(async (within) => {
      if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
      if (!state) throw new AppError('invalid', { fields: { state: 'required' } })
      if (state === 'hidden' && !reason) throw new AppError('invalid', { fields: { reason: 'required' } })
      const before = await findOne(within, params.id)
      const [changed] = await changeRows(within, comments, {
        state,
        reason: state === 'visible' ? '' : reason,
        removedBy: state === 'removed' ? 'staff' : null,
      })
        .where(
          and(
            eq(comments.id, params.id),
            eq(comments.updatedAt, stamp),
            inArray(comments.state, listStatesBefore(state)),
            sql`${comments.removedBy} IS DISTINCT FROM 'author'`,
          ),
        )
        .returning({ id: comments.id })
      const comment = await findOne(within, params.id)
      if (!comment || !before) throw new AppError('not_found')
      if (!changed && comment.updatedAt === stamp.toISOString()) throw new AppError('conflict')
      if (!changed) return throwMissedUpdate(comment)
      // Leave the text out of the audit log: authors may have it erased, and the log is immutable.
      await writeAudit(within, {
        action: acts[state],
        entity: 'comments',
        entityId: params.id,
        summary: comment.post.subject,
        before: { state: before.state, reason: before.reason },
        after: { state: comment.state, reason: comment.reason },
      })
      return { comment }
    }),
}
