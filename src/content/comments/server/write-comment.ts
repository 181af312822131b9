import { type SQL, sql } from 'drizzle-orm'
import { boards, posts, postTexts } from '#content/boards/table.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { inPeriodState } from '#kit/server/records/period-conditions.ts'
import { commentRateLimit, maxReplies } from '../rules.ts'
import { type CommentRow, commentAllowances, comments } from '../table.ts'

/**
 * Subquery of the post if it is visible in the requested language and takes comments. `FOR SHARE` keeps that true until
 * the transaction ends. A change of a post locks its row first, so this query locks it first as well (lock order).
 */
export const lockCommentablePost = (context: Context, postId: string): SQL => {
  const shown = inPeriodState('running', sql`t.publish_from`, sql`t.publish_to`, context.now())
  return sql`SELECT p.id FROM ${posts} AS p
    JOIN ${boards} AS b ON b.code = p.code
    JOIN ${postTexts} AS t ON t.post_id = p.id
    WHERE p.id = ${postId} AND p.trashed_at IS NULL AND p.comments AND b.comments
      AND t.locale IN (${context.locale}, 'ko') AND t.state = 'published' AND ${shown}
    LIMIT 1 FOR SHARE OF p, b, t`
}

export interface NewComment {
  postId: string
  parentId: string | null
  body: string
}

/**
 * Stores a comment in one statement that contains every condition: the post takes comments, the parent exists and has
 * room for a reply, the account is within its rate limit. Call within a transaction, so that a rejection rolls back the
 * counters. Throws `not_found` if the post takes no comments, `conflict` if the parent is gone or full, `too_many`
 * above the rate limit.
 */
export const writeComment = async (context: Context, { postId, parentId, body }: NewComment): Promise<CommentRow> => {
  const at = context.now().toISOString()
  const author = context.principal.userId
  const since = sql`${at}::timestamptz - ${`${commentRateLimit.within} milliseconds`}::interval`
  const recent = sql`SELECT moment FROM unnest(known.written) AS moment WHERE moment > ${since}`
  const { rows } = await context.database.execute<{
    place: boolean
    parent: boolean
    allowed: boolean
    id: string | null
  }>(sql`
    WITH place AS MATERIALIZED (${lockCommentablePost(context, postId)}), parent AS (
      UPDATE ${comments} SET replies = replies + 1 FROM place
      WHERE ${comments.id} = ${parentId}::uuid AND ${comments.postId} = place.id AND ${comments.parentId} IS NULL
        AND ${comments.state} = 'visible' AND ${comments.replies} < ${maxReplies}
      RETURNING ${comments.id}
    ), allowed AS (
      INSERT INTO ${commentAllowances} AS known (author_id, written)
        SELECT ${author}::uuid, ARRAY[${at}::timestamptz(3)] FROM place
      ON CONFLICT (author_id) DO UPDATE SET written = ARRAY(${recent}) || excluded.written
        WHERE (SELECT count(*) FROM (${recent}) AS recent) < ${commentRateLimit.most}
      RETURNING author_id
    ), said AS (
      INSERT INTO ${comments} (id, post_id, parent_id, author_id, locale, body, created_at, updated_at)
        SELECT ${context.newId()}::uuid, place.id, ${parentId}::uuid, allowed.author_id, ${context.locale}, ${body}, ${at}::timestamptz, ${at}::timestamptz
        FROM place, allowed WHERE ${parentId}::uuid IS NULL OR EXISTS (SELECT FROM parent)
      RETURNING id
    )
    SELECT EXISTS (SELECT FROM place) AS place, EXISTS (SELECT FROM allowed) AS allowed,
      ${parentId}::uuid IS NULL OR EXISTS (SELECT FROM parent) AS parent, (SELECT id FROM said) AS id`)
  const [found] = rows
  if (!found?.place) throw new AppError('not_found')
  if (!found.parent) throw new AppError('conflict')
  if (!found.allowed) throw new AppError('too_many', { retryAfter: await calculateRetryAfter(context, author) })
  const [row] = await context.database.select().from(comments).where(sql`${comments.id} = ${found.id}`)
  if (!row) throw new Error('The comment was not stored')
  return row
}

/** Returns the seconds until the account may write again. */
const calculateRetryAfter = async (context: Context, author: string): Promise<number> => {
  const { rows } = await context.database.execute<{ oldest: number | null }>(
    sql`SELECT (SELECT extract(epoch FROM min(moment))::float8 * 1000 FROM unnest(written) AS moment) AS oldest
      FROM ${commentAllowances} WHERE author_id = ${author}`,
  )
  const free = (rows[0]?.oldest ?? 0) + commentRateLimit.within - context.now().getTime()
  return Math.max(1, Math.ceil(free / 1000))
}
