import { getTableColumns, type InferSelectModel, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { AppError } from '../errors.ts'
import type { Context } from './context.ts'

type Body = Record<string, unknown>
type Row<T extends RecordTable> = InferSelectModel<T>

/** A table of records: these columns are the kit's, the others are the module's. */
export type RecordTable = PgTable & { id: PgColumn; createdAt: PgColumn; updatedAt: PgColumn }

type Plain<V> = V extends Date ? string : V
type RecordOf<R extends { id: unknown }> = { _id: R['id'] } & { [K in keyof Omit<R, 'id'>]: Plain<R[K]> }

/** A row as an answer has it: `id` becomes `_id`, moments become ISO 8601. */
export const toRecord = <R extends { id: unknown }>({ id, ...rest }: R): RecordOf<R> =>
  ({
    _id: id,
    ...Object.fromEntries(
      Object.entries(rest).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]),
    ),
  }) as RecordOf<R>

/** ISO texts become moments where the column is one. */
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

/** What the log calls a kind of record: `boards` of `/api/console/boards/{id}/thumb`, `faqs` of `/api/console/center/faqs`. */
export const entityOf = (path: string): string => path.split('/{')[0]?.split('/').at(-1) ?? ''

/**
 * Changes rows and moves their `updatedAt` on by at least a millisecond, so that two versions never share a stamp. To be
 * narrowed by `.where(…)`; every change of a record goes through it.
 */
export const changeRows = <T extends RecordTable>(context: Context, table: T, values: PgUpdateSetSource<T>) =>
  context.database.update(table).set({
    ...values,
    updatedAt: sql`greatest(${context.now().toISOString()}::timestamptz(3), ${table.updatedAt} + interval '1 millisecond')`,
  } as PgUpdateSetSource<T>)

/**
 * Writes records past the API, through the module's own input schema, so that defaults and limits hold for them too:
 * for demonstration and tests. Leaves no line in the log. `ids` names records that have an address known beforehand.
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

/** The same for one record. */
export const insertRecord = async <T extends RecordTable>(
  context: Context,
  table: T,
  input: z.ZodObject,
  record: object,
): Promise<Row<T>> => {
  const [row] = await insertRecords(context, table, input, [record])
  return row as Row<T>
}

/** Throws `stamp_required`, `not_found` or `stale` for an update that found no row. */
export const refuseMissedUpdate = (current: object | null): never => {
  throw current ? new AppError('stale', { current }) : new AppError('not_found')
}
