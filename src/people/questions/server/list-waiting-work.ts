import { asc, eq, sql } from 'drizzle-orm'
import type { DeskPart } from '#kit/module/desk.ts'
import { mayRead } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import { users } from '#people/users/table.ts'
import { questions } from '../table.ts'

/** Waiting work: questions without an answer, oldest first; titles only for staff who may read them. */
export const listWaitingWork = async (context: Context): Promise<DeskPart> => {
  if (!mayRead(context.principal.scopes, 'console:questions')) return {}
  const rows = await context.database
    .select({ row: questions, name: users.name, total: sql<number>`(count(*) OVER ())::int` })
    .from(questions)
    .innerJoin(users, eq(users.id, questions.userId))
    .where(eq(questions.state, 'open'))
    .orderBy(asc(questions.createdAt))
    .limit(5)
  const entries = rows.map(({ row, name }) => ({
    _id: row.id,
    title: row.title,
    kind: name,
    mark: 'new',
    at: row.createdAt.toISOString(),
    to: `/console/center/questions/${row.id}`,
  }))
  return { works: [{ key: 'questions.open', count: rows[0]?.total ?? 0, entries }] }
}
