import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { AppError } from '../../errors.ts'
import type { PeriodState } from '../../time/period-state.ts'
import type { Context } from '../context.ts'
import type { RecordTable } from './records.ts'

export type PeriodTable = RecordTable & { startAt: PgColumn; endAt: PgColumn }

const moment = (now: Date): SQL => sql`${now.toISOString()}::timestamptz`

/** SQL condition for `periodState` (kit/time/period-state.ts); `start` and `end` are columns or expressions. */
export const inPeriodState = (state: PeriodState, start: SQLWrapper, end: SQLWrapper, now: Date): SQL => {
  if (state === 'coming') return sql`(${start} > ${moment(now)})`
  const hasStarted = sql`(${start} IS NULL OR ${start} <= ${moment(now)})`
  if (state === 'ended') return sql`(${hasStarted} AND ${end} <= ${moment(now)})`
  return sql`(${hasStarted} AND (${end} IS NULL OR ${end} > ${moment(now)}))`
}

/** SQL condition for rows whose period is running. */
export const isRunning = (table: PeriodTable, now: Date): SQL =>
  inPeriodState('running', table.startAt, table.endAt, now)

/** SQL aggregate: the next time at which one of the rows starts or ends; null if none does. */
export const nextPeriodChange = (start: PgColumn, end: PgColumn, now: Date): SQL<Date | null> => {
  const later = (side: PgColumn) => sql`min(${side}) FILTER (WHERE ${side} > ${moment(now)})`
  // Takes the type of the mapped column, which the generic table does not express.
  return sql`least(${later(start)}, ${later(end)})`.mapWith(start) as SQL<Date | null>
}

/** Sets the answer's cache expiry to the next time at which one of these records starts or ends. */
export const expireAtNextChange = async (context: Context, table: PeriodTable, where?: SQL): Promise<void> => {
  const [row] = await context.database
    .select({ next: nextPeriodChange(table.startAt, table.endAt, context.now()) })
    .from(table as RecordTable)
    .where(where)
  context.showUntil(row?.next)
}

/** Throws `invalid` unless the end is after the start; fields that were not sent are taken from the record. */
export const requirePeriod = (
  body: Record<string, unknown>,
  current: { startAt: Date | null; endAt: Date | null } | null,
): void => {
  const side = (name: 'startAt' | 'endAt') => (name in body ? (body[name] as string | null) : (current?.[name] ?? null))
  const start = side('startAt')
  const end = side('endAt')
  if (start && end && new Date(end) <= new Date(start)) throw new AppError('invalid', { fields: { endAt: 'period' } })
}
