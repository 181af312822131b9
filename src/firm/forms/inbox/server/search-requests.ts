import { and, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { containsPhone } from '#kit/phone/search-phone.ts'
import type { Context } from '#kit/server/context.ts'
import { containsWords } from '#kit/server/records/search-conditions.ts'
import { overdueDays } from '../../rules.ts'
import { formRequests } from '../../table.ts'

const getMidnightSql = (now: Date): SQL =>
  sql`date_trunc('day', ${now.toISOString()}::timestamptz AT TIME ZONE 'Asia/Seoul') AT TIME ZONE 'Asia/Seoul'`

const places = [
  formRequests.number,
  formRequests.name,
  formRequests.email,
  // Also find numbers typed without hyphens.
  sql`replace(${formRequests.number}, '-', '')`,
  sql`${formRequests.answers} ->> 'building'`,
  sql`${formRequests.answers} ->> 'message'`,
]

/** Search conditions and filters, shared by the list and the export. */
export const requestListOptions = {
  words: (words: string): SQL => sql`(${or(containsWords(places, words), containsPhone(formRequests.phone, words))})`,
  filters: {
    assignee: (assignee: string, context: Context) =>
      assignee === 'nobody'
        ? isNull(formRequests.assigneeId)
        : eq(formRequests.assigneeId, assignee === 'me' ? context.principal.userId : assignee),
    age: (age: 'today' | 'overdue', context: Context) =>
      age === 'today' ? gte(formRequests.createdAt, getMidnightSql(context.now())) : isOverdue(context),
  },
}

/** Returns the creation time before which a request without a reply is overdue. */
export const getOverdueThreshold = (context: Context) =>
  new Date(context.now().getTime() - overdueDays * 24 * 3_600_000)

/** Matches requests without a reply for longer than `overdueDays`. */
export const isOverdue = (context: Context): SQL | undefined =>
  and(inArray(formRequests.state, ['received', 'assigned']), lt(formRequests.createdAt, getOverdueThreshold(context)))
