import { sql } from 'drizzle-orm'
import { waitingRequests } from '#firm/forms/service.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import type { dashboard as contract } from './contract.ts'

interface EntryRow extends Record<string, unknown> {
  _id: string
  title: string
  note: string
  at: Date | string
  to: string
}

const entries = async (context: Context, query: ReturnType<typeof sql>) => {
  const { rows } = await context.database.execute<EntryRow>(query)
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
}

export const dashboardHandlers: Handlers<typeof contract> = {
  async today(context) {
    const now = sql`${context.now().toISOString()}::timestamptz`
    const shown = sql`t.state = 'published' AND t.publish_from <= ${now} AND (t.publish_to IS NULL OR t.publish_to > ${now})`
    const korean = sql`FROM posts p JOIN post_texts t ON t.post_id = p.id AND t.locale = 'ko' WHERE p.trashed_at IS NULL`
    const untranslated = sql`${korean} AND ${shown} AND NOT EXISTS (SELECT 1 FROM post_texts e WHERE e.post_id = p.id AND e.locale = 'en')`

    const [waiting, counts, drafts, missing, soon, changes, published] = await Promise.all([
      waitingRequests(context),
      context.database.execute<
        Record<'published' | 'drafts' | 'scheduled' | 'popups' | 'untranslated' | 'mail', number>
      >(sql`
        SELECT
          (SELECT count(*) ${korean} AND ${shown}) AS published,
          (SELECT count(*) ${korean} AND t.state = 'draft') AS drafts,
          (SELECT count(*) ${korean} AND t.state = 'published' AND t.publish_from > ${now}) AS scheduled,
          (SELECT count(*) ${untranslated}) AS untranslated,
          (SELECT count(*) FROM popups WHERE visible AND (start_at IS NULL OR start_at <= ${now}) AND (end_at IS NULL OR end_at > ${now})) AS popups,
          (SELECT count(*) FROM outbox WHERE state IN ('waiting', 'held')) AS mail`),
      entries(
        context,
        sql`SELECT p.id AS "_id", t.subject AS title, p.code AS note, p.updated_at AS at, '/console/boards/' || p.id AS "to" ${korean} AND t.state = 'draft' ORDER BY p.updated_at DESC LIMIT 5`,
      ),
      entries(
        context,
        sql`SELECT p.id AS "_id", t.subject AS title, p.code AS note, p.published_at AS at, '/console/boards/' || p.id AS "to" ${untranslated} ORDER BY p.published_at DESC LIMIT 5`,
      ),
      entries(
        context,
        sql`
        SELECT * FROM (
          SELECT p.id::text || ':from' AS "_id", t.subject AS title, 'publish' AS note, t.publish_from AS at, '/console/boards/' || p.id AS "to" ${korean} AND t.state = 'published' AND t.publish_from > ${now}
          UNION ALL SELECT id::text || ':start', title ->> 'ko', 'popup_start', start_at, '/console/popups/' || id FROM popups WHERE visible AND start_at > ${now}
          UNION ALL SELECT id::text || ':end', title ->> 'ko', 'popup_end', end_at, '/console/popups/' || id FROM popups WHERE visible AND end_at > ${now}
        ) AS soon ORDER BY at LIMIT 6`,
      ),
      context.database.execute<{
        _id: string
        actor: string | null
        action: string
        entity: string
        summary: string
        at: Date
      }>(
        sql`SELECT id::text AS "_id", actor, action, entity, summary, at FROM audit WHERE actor_id IS DISTINCT FROM ${context.principal.userId}::uuid AND action NOT IN ('login', 'logout', 'read', 'download') ORDER BY id DESC LIMIT 6`,
      ),
      context.database.execute<{ day: string; count: number }>(sql`
        SELECT to_char(day, 'YYYY-MM-DD') AS day, count(t.post_id) AS count
        FROM generate_series(date_trunc('day', ${now} AT TIME ZONE 'Asia/Seoul') - interval '27 days', date_trunc('day', ${now} AT TIME ZONE 'Asia/Seoul'), interval '1 day') AS day
        LEFT JOIN (post_texts t JOIN posts p ON p.id = t.post_id AND p.trashed_at IS NULL)
          ON t.locale = 'ko' AND t.state = 'published' AND date_trunc('day', t.publish_from AT TIME ZONE 'Asia/Seoul') = day AND t.publish_from <= ${now}
        GROUP BY day ORDER BY day`),
    ])
    const { mail = 0, ...figures } = counts.rows[0] ?? {
      published: 0,
      drafts: 0,
      scheduled: 0,
      popups: 0,
      untranslated: 0,
    }
    return {
      ...waiting,
      counts: { ...waiting.counts, ...figures },
      drafts,
      untranslated: missing,
      soon,
      changes: changes.rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() })),
      published: published.rows,
      mailWaiting: mail,
    }
  },
}
