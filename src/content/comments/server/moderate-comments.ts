import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { posts, postTexts } from '#content/boards/table.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows, throwMissedUpdate } from '#kit/server/records/records.ts'
import { containsWords } from '#kit/server/records/search-conditions.ts'
import { users } from '#people/users/table.ts'
import type { Comment, comments as contract } from '../contract.ts'
import { listStatesBefore } from '../rules.ts'
import { comments } from '../table.ts'
import { authorColumns, isAuthorOfComment, presentFields } from './present-comments.ts'

const korean = sql<string>`coalesce((SELECT t.subject FROM ${postTexts} AS t WHERE t.post_id = ${posts.id} AND t.locale = 'ko'), '')`
const selectForStaff = (context: Context) =>
  context.database
    .select({
      comment: comments,
      author: authorColumns,
      post: {
        _id: posts.id,
        code: posts.code,
        slug: sql<string>`coalesce(${posts.slug}, ${posts.id}::text)`,
        subject: korean,
      },
    })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .leftJoin(users, isAuthorOfComment)

type StaffRow = Awaited<ReturnType<typeof selectForStaff>>[number]

const presentForStaff = ({ post, ...found }: StaffRow): Comment => ({
  ...presentFields(found),
  post,
  author: found.author && { _id: found.author.id, name: found.author.name },
  reason: found.comment.reason,
  removedBy: found.comment.removedBy,
})

const findForStaff = async (context: Context, id: string): Promise<Comment | null> => {
  const [found] = await selectForStaff(context).where(eq(comments.id, id))
  return found ? presentForStaff(found) : null
}

/** Audit actions by target state. */
const auditActions = { visible: 'restore', hidden: 'hide', removed: 'remove' } as const

/** Handlers of staff: list, hide, show again, remove. */
export const moderationHandlers: Pick<Handlers<typeof contract>, 'list' | 'get' | 'update'> = {
  async list(context, { query }) {
    const where = and(
      query.state ? eq(comments.state, query.state) : undefined,
      query.code ? eq(posts.code, query.code) : undefined,
      query.post ? eq(comments.postId, query.post) : undefined,
      query.q ? containsWords([comments.body, users.name], query.q) : undefined,
    )
    const column = query.sort.endsWith('updatedAt') ? comments.updatedAt : comments.createdAt
    const direction = query.sort.startsWith('-') ? desc : asc
    const found = await selectForStaff(context)
      .where(where)
      .orderBy(direction(column), direction(comments.id))
      .limit(query.limit)
      .offset((query.page - 1) * query.limit)
    const [totals] = await context.database
      .select({ total: count() })
      .from(comments)
      .innerJoin(posts, eq(posts.id, comments.postId))
      .leftJoin(users, isAuthorOfComment)
      .where(where)
    return { comments: found.map(presentForStaff), total: totals?.total ?? 0, page: query.page, limit: query.limit }
  },

  async get(context, { params }) {
    const comment = await findForStaff(context, params.id)
    if (!comment) throw new AppError('not_found')
    return { comment }
  },

  update: (context, { params, body: { state, reason = '' }, stamp }) =>
    context.transaction(async (within) => {
      if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
      if (!state) throw new AppError('invalid', { fields: { state: 'required' } })
      if (state === 'hidden' && !reason) throw new AppError('invalid', { fields: { reason: 'required' } })
      const before = await findForStaff(within, params.id)
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
      const comment = await findForStaff(within, params.id)
      if (!comment || !before) throw new AppError('not_found')
      if (!changed && comment.updatedAt === stamp.toISOString()) throw new AppError('conflict')
      if (!changed) return throwMissedUpdate(comment)
      // Leave the text out of the audit log: authors may have it erased, and the log is immutable.
      await writeAudit(within, {
        action: auditActions[state],
        entity: 'comments',
        entityId: params.id,
        summary: comment.post.subject,
        before: { state: before.state, reason: before.reason },
        after: { state: comment.state, reason: comment.reason },
      })
      return { comment }
    }),
}
