import { and, asc, count, desc, eq, getTableColumns, type InferSelectModel, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { writeAudit } from '../../audit/write-audit.ts'
import type { Contract, HandlerInput, RouteDeclaration } from '../../contract.ts'
import { AppError } from '../../errors.ts'
import type { Context, Extras, Handlers } from '../context.ts'
import { parseInput } from '../parse-input.ts'
import { checkWiring } from './check-wiring.ts'
import { changeRows, entityOfPath, type RecordTable, throwMissedUpdate, toColumns, toRecord } from './records.ts'
import { containsWords } from './search-conditions.ts'

/** Contract of a plain resource; routes may be omitted. */
export interface CrudContract extends Contract {
  list: RouteDeclaration
  get: RouteDeclaration
}
type CrudName = 'list' | 'get' | 'create' | 'update' | 'remove'

type Row<T extends RecordTable> = InferSelectModel<T>
type Body = Record<string, unknown>

type Output<S> = S extends z.core.$ZodType ? z.output<S> : never
/** Input for a record: the body of `create`, or of `update` if records cannot be created. */
export type InputOf<C extends CrudContract> = C extends { create: { body: infer S } }
  ? Output<S>
  : C extends { update: { body: infer S } }
    ? Output<S>
    : never
type Query<C extends CrudContract> = Output<C['list']['query']>
type FilterName<C extends CrudContract> = Exclude<keyof Query<C>, 'page' | 'limit' | 'sort' | 'q'>
type SortName<C extends CrudContract> = Query<C> extends { sort: infer S } ? Exclude<S, `-${string}`> & string : never

type Elements<A> = { [K in keyof A]: A[K] extends (infer I)[] ? I : never }[keyof A]
type LineField<C extends CrudContract> = keyof Elements<Output<C['list']['answer']>>
/** Columns of a row selected for lists: those of the line's fields, the kit's own, and `lineColumns`. */
export type LineRow<T extends RecordTable, C extends CrudContract, Extra extends keyof Row<T>> = Pick<
  Row<T>,
  Extract<LineField<C> | 'id' | 'createdAt' | 'updatedAt' | Extra, keyof Row<T>>
>

/**
 * Ownership of rows. The condition is part of every statement of the resource, so that rows of other owners are not
 * found, neither for reading nor for writing.
 */
export interface Owner {
  /** Column with the owner, in the table itself or in the parent. */
  column: PgColumn
  /** Returns the owner for whom this request may act. */
  of(context: Context): string
  /** For rows owned through a parent record: the foreign key column, the parent table, and its id column. */
  through?: { column: PgColumn; parent: PgTable; id: PgColumn }
}

export interface TableOptions<T extends RecordTable, C extends CrudContract, Extra extends keyof Row<T> = never> {
  /** Columns or expressions searched by `q`; or a function that returns the search condition, for a custom index. */
  words: readonly (PgColumn | SQL)[] | ((words: string) => SQL)
  /** Filters that are not plain equality with the column of the same name. */
  filters?: { [K in FilterName<C>]?: (value: NonNullable<Query<C>[K]>, context: Context) => SQL | undefined }
  /** Sort names that are not the column of the same name. */
  sort?: { [K in SortName<C>]?: PgColumn | SQL }
  /** Title of the record in the audit log. */
  title(row: Row<T>): string
  /** Validates and transforms values before they are written: sanitizes HTML, checks references. Throws `AppError`. */
  accept?(
    body: Partial<InputOf<C>>,
    context: Context,
    current: Row<T> | null,
  ): Promise<Partial<InputOf<C>>> | Partial<InputOf<C>>
  /** Converts rows to answers; defaults to `toRecord`. */
  present?(rows: Row<T>[], context: Context): Promise<Body[]> | Body[]
  /** Converts rows to list lines. Required with `present` if the contract declares lines (`CrudOptions.line`). */
  presentLines?(rows: LineRow<T, C, Extra>[], context: Context): Promise<Body[]> | Body[]
  /** Columns that `presentLines` reads in addition to the line's fields. */
  lineColumns?: readonly Extra[]
  /** Required if the contract declares `owned`. */
  owner?: Owner
}

/** Returns the condition for rows of the owner; undefined if rows have no owner. */
const ownedBy = (owner: Owner | undefined, context: Context): SQL | undefined => {
  if (!owner) return undefined
  const own = eq(owner.column, owner.of(context))
  if (!owner.through) return own
  const { column, parent, id } = owner.through
  return inArray(column, context.database.select({ id }).from(parent).where(own))
}

/**
 * Throws `not_found` if the parent belongs to another owner; locks it until the commit. Skipped if the values name no
 * parent.
 */
const requireOwnParent = async (owner: Owner | undefined, context: Context, values: Body, table: RecordTable) => {
  if (!owner?.through) return
  const { column, parent, id } = owner.through
  const parentId = values[keyOf(table, column)]
  if (parentId === undefined) return
  const own = and(eq(id, parentId), eq(owner.column, owner.of(context)))
  const found = await context.database.select({ id }).from(parent).where(own).for('share')
  if (found.length === 0) throw new AppError('not_found')
}

/** Returns the table property of a column. */
const keyOf = (table: PgTable, column: PgColumn): string => {
  const found = Object.entries(table).find(([, value]) => value === column)
  if (!found) throw new Error(`${column.name} is no column of the table`)
  return found[0]
}

/** Returns the owner column of a new row. */
const ownColumn = (owner: Owner | undefined, context: Context, table: RecordTable): Body =>
  owner && !owner.through ? { [keyOf(table, owner.column)]: owner.of(context) } : {}

/** Row operations shared by a plain resource and its drafts. */
export const recordsOf = <C extends CrudContract, T extends RecordTable, Extra extends keyof Row<T> = never>(
  contract: C,
  table: T,
  options: TableOptions<T, C, Extra>,
) => {
  const { single, ...wired } = checkWiring(contract, table, options as TableOptions<T, C>)
  const entity = entityOfPath(contract.list.path)

  const present = async (rows: Row<T>[], context: Context): Promise<Body[]> =>
    options.present ? options.present(rows, context) : rows.map((row) => toRecord(row as { id: unknown }))
  const presentOne = async (row: Row<T>, context: Context): Promise<Body> => ({
    [single]: (await present([row], context))[0],
  })

  /** Returns the row if the caller may see it. */
  const find = async (context: Context, id: string, lock = false): Promise<Row<T> | null> => {
    const query = context.database
      .select()
      .from(table as PgTable)
      .where(and(eq(table.id, id), ownedBy(options.owner, context)))
    const rows = await (lock ? query.for('update') : query)
    return (rows[0] as Row<T> | undefined) ?? null
  }

  /**
   * The transformed input must still match the contract: sanitizing turns `&` into `&amp;`, which may exceed a limit.
   */
  const accept = async (body: Body, context: Context, current: Row<T> | null): Promise<Body> => {
    if (!options.accept) return body
    const accepted = await options.accept(body as Partial<InputOf<C>>, context, current)
    parseInput(contract.update?.body, 'body', accepted)
    return accepted as Body
  }

  /** Updates a record whose version is still `stamp`, with its audit log entry; throws `not_found` or `stale`. */
  const change = async (
    transactionContext: Context,
    { id, changes, stamp, action }: { id: string; changes: Body; stamp: Date; action: 'update' | 'publish' },
  ): Promise<Body> => {
    const before = await find(transactionContext, id, true)
    const was = before && (await present([before], transactionContext))[0]
    const accepted = before ? await accept(changes, transactionContext, before) : changes
    if (before) await requireOwnParent(options.owner, transactionContext, accepted, table)
    const [row] = (await changeRows(transactionContext, table, toColumns(table, accepted) as never)
      .where(and(eq(table.id, id), eq(table.updatedAt, stamp), ownedBy(options.owner, transactionContext)))
      .returning()) as Row<T>[]
    if (!row) return throwMissedUpdate(was ?? null)
    const answer = await presentOne(row, transactionContext)
    const summary = options.title(row)
    await writeAudit(transactionContext, { action, entity, entityId: id, summary, before: was, after: answer[single] })
    return answer
  }

  return { single, entity, present, presentOne, find, accept, change, wired }
}

/**
 * Creates the handlers of a plain resource for those of the five routes that the contract has, with pagination,
 * sorting, filters and search. Writes and their audit log entry share a transaction; an update repeats its base version
 * in its statement (optimistic lock). Throws if the contract declares anything that these handlers do not implement.
 */
export const tableHandlers = <
  C extends CrudContract,
  T extends RecordTable,
  const Extra extends keyof Row<T> & string = never,
>(
  contract: C,
  table: T,
  options: TableOptions<T, C, Extra>,
): Pick<Handlers<C>, CrudName & keyof C> => {
  const { single, entity, present, presentOne, find, accept, change, wired } = recordsOf(contract, table, options)
  const { many, orders, filters, lineColumns } = wired

  type Input = HandlerInput<RouteDeclaration> & Extras & { query: Body; params: { id: string }; body: Body }

  const { words: places } = options
  const hasWords = typeof places === 'function' ? places : (words: string) => containsWords(places, words)

  const condition = (query: Body, context: Context): SQL | undefined => {
    const activeFilters = [...filters].filter(([name]) => query[name] !== undefined)
    const words = typeof query.q === 'string' && query.q !== '' ? hasWords(query.q) : undefined
    return and(
      ...activeFilters.map(([name, filter]) => filter(query[name], context)),
      words,
      ownedBy(options.owner, context),
    )
  }

  const presentLines = async (rows: Body[], context: Context): Promise<Body[]> => {
    if (!lineColumns) return present(rows as Row<T>[], context)
    if (options.presentLines) return options.presentLines(rows as LineRow<T, C, Extra>[], context)
    return rows.map((row) => toRecord(row as { id: unknown }))
  }

  /** Counts separately, because a page past the last one has no row with the total. */
  const countOf = async (context: Context, where: SQL | undefined): Promise<number> => {
    const [totals] = await context.database
      .select({ total: count() })
      .from(table as PgTable)
      .where(where)
    return totals?.total ?? 0
  }

  const handlers = {
    async list(context: Context, { query }: Input) {
      const { page, limit, sort } = query as { page: number; limit: number; sort: string }
      const sortColumn = orders.get(sort.replace(/^-/, '')) ?? table.createdAt
      const where = condition(query, context)
      const direction = sort.startsWith('-') ? desc : asc
      // Count in the same statement to save a round trip. Not `count(*) OVER ()`, which would sort every row of the
      // table for a page of twenty.
      const total = sql<number>`(SELECT count(*) FROM ${table} ${where ? sql`WHERE ${where}` : sql``})`
      const found = await context.database
        .select({ row: lineColumns ?? getTableColumns(table), total })
        .from(table as PgTable)
        .where(where)
        .orderBy(direction(sortColumn), direction(table.id))
        .limit(limit)
        .offset((page - 1) * limit)
      const rows = found.map(({ row }) => row as Body)
      return {
        [many]: await presentLines(rows, context),
        total: found[0]?.total ?? (page > 1 ? await countOf(context, where) : 0),
        page,
        limit,
      }
    },

    async get(context: Context, { params }: Input) {
      const row = await find(context, params.id)
      if (!row) throw new AppError('not_found')
      return presentOne(row, context)
    },

    create: (context: Context, { body, params }: Input) =>
      context.transaction(async (transactionContext) => {
        const accepted = await accept(body, transactionContext, null)
        const now = transactionContext.now()
        const values = { ...params, ...accepted }
        await requireOwnParent(options.owner, transactionContext, values, table)
        const own = ownColumn(options.owner, transactionContext, table)
        const [row] = await transactionContext.database
          .insert(table)
          .values({
            ...toColumns(table, accepted),
            ...own,
            id: transactionContext.newId(),
            createdAt: now,
            updatedAt: now,
          } as never)
          .returning()
        const created = row as Row<T>
        const answer = await presentOne(created, transactionContext)
        await writeAudit(transactionContext, {
          action: 'create',
          entity,
          entityId: String((created as { id: unknown }).id),
          summary: options.title(created),
          after: answer[single],
        })
        return answer
      }),

    update: (context: Context, { params, body, sent, stamp }: Input) =>
      context.transaction(async (transactionContext) => {
        if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
        const changes = Object.fromEntries(Object.entries(body).filter(([key]) => sent.has(key) && key !== 'updatedAt'))
        return change(transactionContext, { id: params.id, changes, stamp, action: 'update' })
      }),

    remove: (context: Context, { params }: Input) =>
      context.transaction(async (transactionContext) => {
        const before = await find(transactionContext, params.id, true)
        if (!before) throw new AppError('not_found')
        const [was] = await present([before], transactionContext)
        await transactionContext.database
          .delete(table)
          .where(and(eq(table.id, params.id), ownedBy(options.owner, transactionContext)))
        await writeAudit(transactionContext, {
          action: 'remove',
          entity,
          entityId: params.id,
          summary: options.title(before),
          before: was,
        })
        return undefined
      }),
  }
  const own = Object.entries(handlers).filter(([name]) => name in contract)
  // Drizzle's generic rows and the contract's inferred answers meet only at run time, where the kernel validates every
  // answer.
  return Object.fromEntries(own) as unknown as Pick<Handlers<C>, CrudName & keyof C>
}
