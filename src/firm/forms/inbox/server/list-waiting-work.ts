import { and, asc, desc, eq, gte, type SQL, sql } from 'drizzle-orm'
import type { DeskPart, DeskWork } from '#kit/module/desk.ts'
import { mayRead } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import { countFourWeeks } from '#kit/time/seoul-day.ts'
import { summarizeMessage } from '../../rules.ts'
import { formRequests, undeliverableForms } from '../../table.ts'
import { getOverdueThreshold, isOverdue } from './search-requests.ts'

/** Matches requests without an assignee that are not overdue, so that none is counted twice. */
const isNew = (context: Context): SQL | undefined =>
  and(eq(formRequests.state, 'received'), gte(formRequests.createdAt, getOverdueThreshold(context)))

/**
 * Returns the dashboard part: counts and the first five of each kind; empty for accounts without access to requests.
 */
export const listWaitingWork = async (context: Context): Promise<DeskPart> => {
  if (!mayRead(context.principal.scopes, 'console:forms')) return {}
  const readWork = async (key: string, where: SQL | undefined, order: SQL): Promise<DeskWork> => {
    const rows = await context.database
      .select({ row: formRequests, total: sql<number>`(count(*) OVER ())::int` })
      .from(formRequests)
      .where(where)
      .orderBy(order)
      .limit(5)
    const entries = rows.map(({ row: { id, answers, number, name, state, createdAt } }) => ({
      _id: id,
      title: summarizeMessage(answers.message ?? '') || number,
      kind: name,
      mark: state === 'received' ? 'new' : 'assigned',
      at: createdAt.toISOString(),
      to: `/console/forms/${id}`,
    }))
    return { key, count: rows[0]?.total ?? 0, entries }
  }
  const since = new Date(context.now().getTime() - 28 * 24 * 3_600_000)
  const [received, overdue, requests, undeliverable] = await Promise.all([
    context.database.execute<{ day: string; count: number }>(sql`
      SELECT to_char(created_at AT TIME ZONE 'Asia/Seoul', 'YYYY-MM-DD') AS day, count(*)::int AS count
      FROM form_requests WHERE created_at > ${since.toISOString()}::timestamptz GROUP BY 1`),
    readWork('forms.overdue', isOverdue(context), asc(formRequests.createdAt)),
    readWork('forms.requests', isNew(context), desc(formRequests.createdAt)),
    context.database.$count(undeliverableForms),
  ])
  return {
    works: [{ key: 'forms.kept', count: undeliverable, entries: [] }, overdue, requests],
    series: { 'forms.received': countFourWeeks(context.now(), received.rows) },
  }
}
