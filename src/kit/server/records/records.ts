import { getTableColumns, type InferSelectModel, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { Context } from '../context.ts'

type Body = Record<string, unknown>
type Row<T extends RecordTable> = InferSelectModel<T>

/** Table of records: the kit owns these columns, the module owns the others. */
export type RecordTable = PgTable & { id: PgColumn; createdAt: PgColumn; updatedAt: PgColumn }

type Plain<V> = V extends Date ? string : V
type RecordOf<R extends { id: unknown }> = { _id: R['id'] } & { [K in keyof Omit<R, 'id'>]: Plain<R[K]> }

/** Converts a row to its answer: `id` becomes `_id`, dates become ISO 8601. */
export const toRecord = <R extends { id: unknown }>({ id, ...rest }: R): RecordOf<R> =>
  ({
    _id: id,
    ...Object.fromEntries(
      Object.entries(rest).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]),
    ),
  }) as RecordOf<R>

/** Converts ISO 8601 strings to dates for timestamp columns. */
export const toColumns = (table: PgTable, body: Body): Body => {
  const columns: Record<string, PgColumn | undefined> = getTableColumns(table)
  return Object.fromEntries(
    Object.entries(body)
      .filter(([key]) => columns[key])
      .map(([key, value]) => [
        key,
        columns[key]?.dataType === 'date' && typeof value === 'string' ? new Date(value) : value,
      ]),
  )
}

/**
 * Returns the record type for the audit log: `boards` for `/api/console/boards/{id}/thumb`, `faqs` for
 * `/api/console/center/faqs`.
 */
export const entityOfPath = (path: string): string => path.split('/{')[0]?.split('/').at(-1) ?? ''

/**
 * Updates rows and advances their `updatedAt` by at least one millisecond, so that two versions never share a stamp.
 * Narrow it with `.where(…)`. Every change of a record must use it.
 */
export const changeRows = <T extends RecordTable>(context: Context, table: T, values: PgUpdateSetSource<T>) =>
  context.database.update(table).set({
    ...values,
    updatedAt: sql`greatest(${context.now().toISOString()}::timestamptz(3), ${table.updatedAt} + interval '1 millisecond')`,
  } as PgUpdateSetSource<T>)

/**
 * Inserts records directly through the module's input schema, so that defaults and limits apply: for demo data and
 * tests. Writes no audit log entry. `ids` assigns ids to records whose URL must be known in advance.
 */
export const insertRecords = async <T extends RecordTable>(
  context: Context,
  table: T,
  input: z.ZodObject,
  records: readonly object[],
  ids: readonly string[] = [],
): Promise<Row<T>[]> => {
  if (records.length === 0) return []
  const now = context.now()
  const values = records.map((record, index) => ({
    ...toColumns(table, input.parse(record)),
    id: ids[index] ?? context.newId(),
    createdAt: now,
    updatedAt: now,
  }))
  const rows = await context.database
    .insert(table)
    .values(values as never)
    .returning()
  return rows as Row<T>[]
}

export const insertRecord = async <T extends RecordTable>(
  context: Context,
  table: T,
  input: z.ZodObject,
  record: object,
): Promise<Row<T>> => {
  const [row] = await insertRecords(context, table, input, [record])
  return row as Row<T>
}

/** Throws `not_found` or `stale` for an update that matched no row. */
export const throwMissedUpdate = (current: object | null): never => {
  throw current ? new AppError('stale', { current }) : new AppError('not_found')
}
