import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { isInPublishPeriod } from '#content/boards/server/find-published-posts.ts'
import { posts, postTexts } from '#content/boards/table.ts'
import type { Context } from '#kit/server/context.ts'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import { postViews } from '../table.ts'

/**
 * Pseudonym of a visitor for one day: HMAC of the address and device, truncated to 16 bytes; it cannot be reversed
 * without the secret of the installation.
 */
const hashVisitor = (context: Context, day: string): Buffer =>
  createHmac('sha256', context.services.secret)
    .update(JSON.stringify(['view', day, context.scope.address, context.scope.device]))
    .digest()
    .subarray(0, 16)

/**
 * Counts a view in one statement: inserts it and increments the counter only for the first view of this visitor today.
 * Each counted view also deletes up to 100 views of earlier days.
 */
export const countView = async (context: Context, id: string): Promise<number | null> => {
  const day = formatSeoulDay(context.now())
  const { rows } = await context.database.execute<{ views: number | null }>(sql`
    WITH looked AS (
      SELECT ${posts.id} FROM ${posts} WHERE ${posts.id} = ${id} AND ${posts.trashedAt} IS NULL AND EXISTS (
        SELECT FROM ${postTexts} WHERE ${postTexts.postId} = ${posts.id} AND ${postTexts.state} = 'published'
          AND ${isInPublishPeriod('running', context.now())})
    ), counted AS (
      INSERT INTO ${postViews} (post_id, day, visitor) SELECT id, ${day}::date, ${hashVisitor(context, day)} FROM looked
      ON CONFLICT DO NOTHING RETURNING post_id
    ), grown AS (
      UPDATE ${posts} SET views = views + 1 FROM counted WHERE ${posts.id} = counted.post_id RETURNING ${posts.views}
    ), outdated AS (
      DELETE FROM ${postViews} WHERE ctid IN (
        SELECT ctid FROM ${postViews} WHERE day < ${day}::date AND EXISTS (SELECT FROM counted)
        LIMIT 100 FOR UPDATE SKIP LOCKED)
    )
    SELECT coalesce((SELECT views FROM grown), (SELECT views FROM ${posts} WHERE id = (SELECT id FROM looked))) AS views`)
  return rows[0]?.views ?? null
}
