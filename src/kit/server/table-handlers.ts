import { and, asc, count, desc, eq, getTableColumns, type InferSelectModel, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { writeAudit } from '../audit/write.ts'
import type { HandlerInput, RouteDeclaration } from '../contract.ts'
import type { Database } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import type { Context, Extras, Handlers } from './context.ts'
import { parsePart } from './parse.ts'
import { containsWords } from './words.ts'

/** A table that a plain resource stands on: these columns are the kit's, the others are the module's. */
export type RecordTable = PgTable & { id: PgColumn; createdAt: PgColumn; updatedAt: PgColumn }

type CrudContract = Record<'list' | 'get' | 'create' | 'update' | 'remove', RouteDeclaration>
type Row<T extends RecordTable> = InferSelectModel<T>
type Body = Record<string, unknown>

export interface TableOptions<T extends RecordTable, C extends CrudContract> {
  /** Columns or expressions that `q` is looked for in. */
  words?: (PgColumn | SQL)[]
  /** A declared filter that is not plain equality with the column of its name. */
  filters?: Partial<Record<string, (value: never, context: Context) => SQL | undefined>>
  /** A sort name that is not the column of its name. */
  sort?: Partial<Record<string, PgColumn | SQL>>
  /** What a record is called in the log. */
  title(row: Row<T>): string
  /** Checks and changes what is about to be written: sanitise HTML, look up references. Throws `AppError`. */
  accept?(body: Partial<Body>, context: Context, current: Row<T> | null): Promise<Partial<Body>> | Partial<Body>
  /** Rows as the answer has them; by default `toRecord` of each. */
  present?(rows: Row<T>[], context: Context): Promise<Body[]> | Body[]
  contract?: C
}

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

/** What the log calls a kind of record: `boards` of `/api/console/boards/{id}/thumb`. */
export const entityOf = (path: string): string => path.split('/')[3] ?? ''

/** Moves `updatedAt` on by at least a millisecond, so that two versions never share a stamp. */
export const nextStamp = (table: RecordTable, now: Date): SQL =>
  sql`greatest(${now.toISOString()}::timestamptz(3), ${table.updatedAt} + interval '1 millisecond')`

/**
 * Writes records past the API, through the module's own input schema, so that defaults and limits hold for them too:
 * for demonstration and tests. Leaves no line in the log.
 */
export const insertRecords = async <T extends RecordTable>(
  context: Context,
  table: T,
  input: z.ZodObject,
  records: readonly object[],
): Promise<Row<T>[]> => {
  if (records.length === 0) return []
  const now = context.now()
  const values = records.map((record) => ({
    ...toColumns(table, input.parse(record)),
    id: context.newId(),
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
export const refuseMissedUpdate = (current: Body | null): never => {
  throw current ? new AppError('stale', { current }) : new AppError('not_found')
}

/** What a plain resource and its drafts do alike with a row of the table. */
export const recordsOf = <C extends CrudContract, T extends RecordTable>(
  contract: C,
  table: T,
  options: TableOptions<T, C>,
) => {
  const single = Object.keys((contract.get.answer as unknown as { shape: object }).shape)[0] ?? 'record'
  const entity = entityOf(contract.list.path)

  const present = async (rows: Row<T>[], context: Context): Promise<Body[]> =>
    options.present ? options.present(rows, context) : rows.map((row) => toRecord(row as { id: unknown }))
  const presentOne = async (row: Row<T>, context: Context): Promise<Body> => ({
    [single]: (await present([row], context))[0],
  })

  const find = async (database: Database, id: string, lock = false): Promise<Row<T> | null> => {
    const query = database
      .select()
      .from(table as PgTable)
      .where(eq(table.id, id))
    const rows = await (lock ? query.for('update') : query)
    return (rows[0] as Row<T> | undefined) ?? null
  }

  /** What the module made of the input must still be what the contract says: cleaning turns `&` into `&amp;`. */
  const accept = async (body: Partial<Body>, context: Context, current: Row<T> | null): Promise<Partial<Body>> => {
    if (!options.accept) return body
    const accepted = await options.accept(body, context, current)
    parsePart(contract.update.body, 'body', accepted)
    return accepted
  }

  /** Changes a record whose version is still `stamp`, with its line in the log; throws `not_found` or `stale`. */
  const change = async (
    within: Context,
    { id, changes, stamp, action }: { id: string; changes: Partial<Body>; stamp: Date; action: 'update' | 'publish' },
  ): Promise<Body> => {
    const before = await find(within.database, id, true)
    const was = before && (await present([before], within))[0]
    const accepted = before ? await accept(changes, within, before) : changes
    const [row] = (await within.database
      .update(table)
      .set({ ...toColumns(table, accepted), updatedAt: nextStamp(table, within.now()) } as never)
      .where(and(eq(table.id, id), eq(table.updatedAt, stamp)))
      .returning()) as Row<T>[]
    if (!row) return refuseMissedUpdate(was ?? null)
    const answer = await presentOne(row, within)
    const summary = options.title(row)
    await writeAudit(within, { action, entity, entityId: id, summary, before: was, after: answer[single] })
    return answer
  }

  return { single, entity, present, presentOne, find, accept, change }
}

/**
 * The five handlers of a plain resource: paging, sorting, filters and words; writes in one transaction with their
 * line in the log; an update repeats the version it was made from in its own statement.
 */
export const tableHandlers = <C extends CrudContract, T extends RecordTable>(
  contract: C,
  table: T,
  options: TableOptions<T, C>,
): Pick<Handlers<C>, 'list' | 'get' | 'create' | 'update' | 'remove'> => {
  const many = Object.keys((contract.list.answer as unknown as { shape: object }).shape)[0] ?? 'records'
  const columns: Record<string, PgColumn | undefined> = getTableColumns(table)
  const { single, entity, present, presentOne, find, accept, change } = recordsOf(contract, table, options)

  type Input = HandlerInput<RouteDeclaration> & Extras & { query: Body; params: { id: string }; body: Body }

  const condition = (query: Body, context: Context): SQL | undefined => {
    const { page: _page, limit: _limit, sort: _sort, q, ...filters } = query
    const parts = Object.entries(filters)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => {
        const own = options.filters?.[name]
        if (own) return own(value as never, context)
        const column = columns[name]
        return column && eq(column, value)
      })
    const words = typeof q === 'string' && q !== '' ? containsWords(options.words ?? [], q) : undefined
    return and(...parts, words)
  }

  const handlers = {
    async list(context: Context, { query }: Input) {
      const { page, limit, sort } = query as { page: number; limit: number; sort: string }
      const name = sort.replace(/^-/, '')
      const by = options.sort?.[name] ?? columns[name] ?? table.createdAt
      const where = condition(query, context)
      const direction = sort.startsWith('-') ? desc : asc
      const rows = await context.database
        .select()
        .from(table as PgTable)
        .where(where)
        .orderBy(direction(by), direction(table.id))
        .limit(limit)
        .offset((page - 1) * limit)
      const [totals] = await context.database
        .select({ total: count() })
        .from(table as PgTable)
        .where(where)
      return { [many]: await present(rows as Row<T>[], context), total: totals?.total ?? 0, page, limit }
    },

    async get(context: Context, { params }: Input) {
      const row = await find(context.database, params.id)
      if (!row) throw new AppError('not_found')
      return presentOne(row, context)
    },

    create: (context: Context, { body }: Input) =>
      context.transaction(async (within) => {
        const accepted = await accept(body, within, null)
        const now = within.now()
        const [row] = await within.database
          .insert(table)
          .values({ ...toColumns(table, accepted), id: within.newId(), createdAt: now, updatedAt: now } as never)
          .returning()
        const created = row as Row<T>
        const answer = await presentOne(created, within)
        await writeAudit(within, {
          action: 'create',
          entity,
          entityId: String((created as { id: unknown }).id),
          summary: options.title(created),
          after: answer[single],
        })
        return answer
      }),

    update: (context: Context, { params, body, sent, stamp }: Input) =>
      context.transaction(async (within) => {
        if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
        const changes = Object.fromEntries(Object.entries(body).filter(([key]) => sent.has(key) && key !== 'updatedAt'))
        return change(within, { id: params.id, changes, stamp, action: 'update' })
      }),

    remove: (context: Context, { params }: Input) =>
      context.transaction(async (within) => {
        const before = await find(within.database, params.id, true)
        if (!before) throw new AppError('not_found')
        const [was] = await present([before], within)
        await within.database.delete(table).where(eq(table.id, params.id))
        await writeAudit(within, {
          action: 'remove',
          entity,
          entityId: params.id,
          summary: options.title(before),
          before: was,
        })
        return undefined
      }),
  }
  // The generic rows of Drizzle and the inferred answers of the contract meet only at run time, where the kernel
  // checks every answer against the contract.
  return handlers as unknown as Pick<Handlers<C>, 'list' | 'get' | 'create' | 'update' | 'remove'>
}
