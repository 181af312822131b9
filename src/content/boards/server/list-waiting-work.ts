import { type SQL, sql } from 'drizzle-orm'
import { textIn } from '#kit/i18n.ts'
import type { DeskEntry, DeskPart } from '#kit/module/desk.ts'
import { mayRead } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import { m } from '#messages/messages.js'
import type { boards } from '../table.ts'
import { isInPublishPeriod, type Period } from './find-published-posts.ts'

interface WaitingPost extends Record<string, unknown> {
  id: string
  title: string
  code: string
  board: (typeof boards.$inferSelect)['title'] | null
  at: Date | string
}

/** Period columns of the raw statements, where `t` is the alias of the texts. */
const aliasedPeriod: Period = { publishFrom: sql`t.publish_from`, publishTo: sql`t.publish_to` }

/** Returns the dashboard part of posts: counts for all staff, titles only for accounts with access to posts. */
export const listWaitingWork = async (context: Context): Promise<DeskPart> => {
  const mayOpen = mayRead(context.principal.scopes, 'console:boards')
  const now = sql`${context.now().toISOString()}::timestamptz`
  const korean = sql`FROM posts p JOIN post_texts t ON t.post_id = p.id AND t.locale = 'ko' LEFT JOIN boards b ON b.code = p.code WHERE p.trashed_at IS NULL`
  const shown = sql`${korean} AND t.state = 'published' AND ${isInPublishPeriod('running', context.now(), aliasedPeriod)}`
  const drafts = sql`${korean} AND t.state = 'draft'`
  const untranslated = sql`${shown} AND NOT EXISTS (SELECT 1 FROM post_texts e WHERE e.post_id = p.id AND e.locale = 'en')`
  const scheduled = sql`${korean} AND t.state = 'published' AND ${isInPublishPeriod('coming', context.now(), aliasedPeriod)}`

  const listFirst = async (from: SQL, at: SQL, direction: SQL, limit: number): Promise<DeskEntry[]> => {
    if (!mayOpen) return []
    const { rows } = await context.database.execute<WaitingPost>(
      sql`SELECT p.id, t.subject AS title, p.code, b.title AS board, ${at} AS at ${from} ORDER BY ${at} ${direction} LIMIT ${limit}`,
    )
    return rows.map(({ id, title, code, board, at: moment }) => ({
      _id: id,
      title,
      kind: textIn(context.locale, board) || code,
      at: new Date(moment).toISOString(),
      to: `/console/boards/${id}`,
    }))
  }

  const [counts, days, draftEntries, untranslatedEntries, scheduledEntries] = await Promise.all([
    context.database.execute<Record<'published' | 'drafts' | 'scheduled' | 'untranslated', number>>(sql`
      SELECT
        (SELECT count(*) ${shown}) AS published,
        (SELECT count(*) ${drafts}) AS drafts,
        (SELECT count(*) ${scheduled}) AS scheduled,
        (SELECT count(*) ${untranslated}) AS untranslated`),
    context.database.execute<{ day: string; count: number }>(sql`
      SELECT to_char(day, 'YYYY-MM-DD') AS day, count(t.post_id) AS count
      FROM generate_series(date_trunc('day', ${now} AT TIME ZONE 'Asia/Seoul') - interval '27 days', date_trunc('day', ${now} AT TIME ZONE 'Asia/Seoul'), interval '1 day') AS day
      LEFT JOIN (post_texts t JOIN posts p ON p.id = t.post_id AND p.trashed_at IS NULL)
        ON t.locale = 'ko' AND t.state = 'published' AND date_trunc('day', t.publish_from AT TIME ZONE 'Asia/Seoul') = day AND NOT ${isInPublishPeriod('coming', context.now(), aliasedPeriod)}
      GROUP BY day ORDER BY day`),
    listFirst(drafts, sql`p.updated_at`, sql`DESC`, 5),
    listFirst(untranslated, sql`p.published_at`, sql`DESC`, 5),
    listFirst(scheduled, sql`t.publish_from`, sql`ASC`, 6),
  ])
  const counted = counts.rows[0] ?? { published: 0, drafts: 0, scheduled: 0, untranslated: 0 }
  const createWork = (name: 'drafts' | 'untranslated' | 'scheduled', entries: DeskEntry[]) => ({
    key: `boards.${name}`,
    count: counted[name],
    entries,
  })
  return {
    figures: { 'boards.published': counted.published },
    works: [
      createWork('drafts', draftEntries),
      createWork('untranslated', untranslatedEntries),
      createWork(
        'scheduled',
        scheduledEntries.map((entry) => ({ ...entry, kind: m.dashboard_publish({}, { locale: context.locale }) })),
      ),
    ],
    soon: scheduledEntries.map(({ _id, title, at, to }) => ({
      _id: `${_id}:from`,
      title,
      what: 'boards.publish',
      at,
      to,
    })),
    series: { 'boards.published': days.rows },
  }
}
