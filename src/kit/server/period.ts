import { and, gt, isNull, lte, min, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { AppError } from '../errors.ts'
import type { Context } from './context.ts'
import type { RecordTable } from './records.ts'

export type PeriodTable = RecordTable & { startAt: PgColumn; endAt: PgColumn }

/** Now is between start (included) and end (not included); an open side is always fulfilled. */
export const isRunning = (table: PeriodTable, now: Date): SQL | undefined =>
  and(or(isNull(table.startAt), lte(table.startAt, now)), or(isNull(table.endAt), gt(table.endAt, now)))

/** Tells the cache the next moment at which one of these records begins or ends. */
export const showUntilNextChange = async (context: Context, table: PeriodTable, where?: SQL): Promise<void> => {
  const now = context.now()
  const later = (column: PgColumn) =>
    sql<Date | null>`${min(column)} FILTER (WHERE ${column} > ${now.toISOString()}::timestamptz)`.mapWith(column)
  const [next] = await context.database
    .select({ start: later(table.startAt), end: later(table.endAt) })
    .from(table as RecordTable)
    .where(where)
  context.showUntil(next?.start as Date | null)
  context.showUntil(next?.end as Date | null)
}

/** Refuses a period that ends before it begins; fields that were not sent are taken from the record. */
export const requirePeriod = (
  body: Record<string, unknown>,
  current: { startAt: Date | null; endAt: Date | null } | null,
): void => {
  const side = (name: 'startAt' | 'endAt') => (name in body ? (body[name] as string | null) : (current?.[name] ?? null))
  const start = side('startAt')
  const end = side('endAt')
  if (start && end && new Date(end) <= new Date(start)) throw new AppError('invalid', { fields: { endAt: 'period' } })
}
