import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { writeAudit } from '../audit/write-audit.ts'
import type { HandlerInput, RouteDeclaration } from '../contract.ts'
import type { Database } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { findFiles, toPicture, toStoredFile } from '../files/media-library.ts'
import type { Context, Extras, Handlers } from '../server/context.ts'
import { parseInput } from '../server/parse-input.ts'
import { entityOfPath, type RecordTable } from '../server/records/records.ts'
import { recordsOf, type TableOptions } from '../server/records/table-handlers.ts'
import type { DraftMark } from './contract.ts'
import { startPreview } from './preview.ts'
import { drafts } from './table.ts'

type CrudName = 'list' | 'get' | 'create' | 'update' | 'remove'
type DraftName = 'draft' | 'saveDraft' | 'discardDraft' | 'publishDraft' | 'preview'
type Fields = Record<string, unknown>
type DraftRow = typeof drafts.$inferSelect

/** Returns the draft marks of these records by id. Use in a module's `present`: `draft: marks.get(row.id) ?? null`. */
export const draftMarks = async (
  context: Context,
  path: string,
  rows: readonly { id: string }[],
): Promise<Map<string, DraftMark>> => {
  if (rows.length === 0) return new Map()
  const found = await context.database
    .select({ id: drafts.recordId, by: drafts.author, at: drafts.updatedAt })
    .from(drafts)
    .where(
      and(
        eq(drafts.entity, entityOfPath(path)),
        inArray(
          drafts.recordId,
          rows.map(({ id }) => id),
        ),
      ),
    )
  return new Map(found.map(({ id, by, at }) => [id, { by, at: at.toISOString() }]))
}

/** Converts a row to the shape of the module's input: columns become fields, dates become ISO 8601. */
const toInput = (table: RecordTable, fields: readonly string[], row: Fields): Fields => {
  const columns = getTableColumns(table)
  return Object.fromEntries(
    fields.map((field) => {
      const column = columns[field]
      const value = column && row[column.name]
      return [field, column?.dataType === 'date' && typeof value === 'string' ? new Date(value).toISOString() : value]
    }),
  )
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Returns every UUID at any depth of the content; file ids are among them. */
const idsWithin = (value: unknown): string[] => {
  if (typeof value === 'string') return uuid.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsWithin) : []
}

/**
 * Saves a draft in one statement that repeats its conditions. `madeFrom` is the version of the record: either the one
 * that the draft is already based on, or the current one. `stamp` is the version of the draft; absent for a new draft.
 * Returns undefined if either version has changed or the record was removed.
 */
export const writeDraft = async (
  database: Database,
  table: RecordTable,
  draft: Pick<DraftRow, 'entity' | 'recordId' | 'content' | 'madeFrom' | 'author'>,
  stamp: Date | null,
  now: Date,
): Promise<DraftRow | undefined> => {
  const { entity, recordId, author } = draft
  const content = sql`${JSON.stringify(draft.content)}::jsonb`
  const madeFrom = sql`${draft.madeFrom.toISOString()}::timestamptz(3)`
  const at = sql`${now.toISOString()}::timestamptz(3)`
  const source = sql`SELECT to_jsonb(source) AS base, updated_at FROM ${table} AS source WHERE id = ${recordId}::uuid`
  // The lock prevents removal of the record while its draft is written.
  const statement = stamp
    ? sql`WITH record AS (${source} FOR KEY SHARE)
        UPDATE drafts SET content = ${content}, author = ${author},
          base = CASE WHEN drafts.made_from = ${madeFrom} THEN drafts.base ELSE record.base END,
          made_from = ${madeFrom}, updated_at = greatest(${at}, drafts.updated_at + interval '1 millisecond')
        FROM record
        WHERE entity = ${entity} AND record_id = ${recordId}::uuid AND drafts.updated_at = ${stamp.toISOString()}::timestamptz(3)
          AND ${madeFrom} IN (drafts.made_from, record.updated_at)
        RETURNING drafts.record_id`
    : sql`INSERT INTO drafts (entity, record_id, content, base, made_from, author, created_at, updated_at)
        SELECT ${entity}::text, ${recordId}::uuid, ${content}, record.base, record.updated_at, ${author}::text, ${at}, ${at}
        FROM (${source} AND updated_at = ${madeFrom} FOR KEY SHARE) AS record
        ON CONFLICT (entity, record_id) DO NOTHING
        RETURNING record_id`
  const { rowCount } = await database.execute(statement)
  return rowCount ? readDraft(database, entity, recordId) : undefined
}

const ofRecord = (entity: string, recordId: string): SQL | undefined =>
  and(eq(drafts.entity, entity), eq(drafts.recordId, recordId))

const readDraft = async (database: Database, entity: string, recordId: string): Promise<DraftRow | undefined> => {
  const [row] = await database.select().from(drafts).where(ofRecord(entity, recordId))
  return row
}

type Input = HandlerInput<RouteDeclaration> & Extras & { params: { id: string } }

/**
 * Creates the handlers of `draftRoutes`. Takes the options of the resource itself, so that drafts are validated and
 * sanitized like records.
 */
export const draftHandlers = <
  C extends Record<CrudName | DraftName, RouteDeclaration>,
  T extends RecordTable,
  Extra extends keyof T['$inferSelect'] & string = never,
>(
  contract: C,
  table: T,
  options: TableOptions<T, C, Extra>,
): Pick<Handlers<C>, DraftName> => {
  const { single, entity, presentOne, find, accept, change } = recordsOf(contract, table, options)
  const fields = Object.keys((contract.create.body as unknown as { shape: object }).shape)

  const present = async (row: DraftRow, context: Context) => {
    const found = [...(await findFiles(context, idsWithin([row.content, row.base]))).values()]
    return {
      draft: {
        updatedAt: row.updatedAt.toISOString(),
        by: row.author,
        madeFrom: row.madeFrom.toISOString(),
        base: toInput(table, fields, row.base),
        content: row.content,
        pictures: found.filter(({ kind }) => kind === 'picture').map(toPicture),
        files: found.map(toStoredFile),
      },
    }
  }

  /** Throws if no row was written: 404 if the record was removed, 412 if the version differs. */
  const refuse = async (transactionContext: Context, id: string): Promise<never> => {
    const record = await find(transactionContext, id)
    if (!record) throw new AppError('not_found')
    const draft = await readDraft(transactionContext.database, entity, id)
    throw new AppError('stale', {
      current: draft
        ? (await present(draft, transactionContext)).draft
        : (await presentOne(record, transactionContext))[single],
    })
  }

  const titleOf = async (transactionContext: Context, id: string): Promise<string> => {
    const record = await find(transactionContext, id)
    return record ? options.title(record) : id
  }

  /** Removes the draft if its version is still the one that was read. */
  const take = async (transactionContext: Context, { params, stamp }: Input): Promise<DraftRow> => {
    if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
    const [row] = await transactionContext.database
      .delete(drafts)
      .where(and(ofRecord(entity, params.id), eq(drafts.updatedAt, stamp)))
      .returning()
    return row ?? refuse(transactionContext, params.id)
  }

  const handlers = {
    async draft(context: Context, { params }: Input) {
      const row = await readDraft(context.database, entity, params.id)
      if (!row) throw new AppError('not_found')
      return present(row, context)
    },

    saveDraft: (context: Context, { params, body, stamp }: Input & { body: { content: Fields; madeFrom: string } }) =>
      context.transaction(async (transactionContext) => {
        const content = await accept(body.content, transactionContext, await find(transactionContext, params.id))
        const draft = { entity, recordId: params.id, content, madeFrom: new Date(body.madeFrom) }
        const author = transactionContext.principal.name
        const row = await writeDraft(
          transactionContext.database,
          table,
          { ...draft, author },
          stamp,
          transactionContext.now(),
        )
        if (!row) return refuse(transactionContext, params.id)
        const summary = await titleOf(transactionContext, params.id)
        await writeAudit(transactionContext, { action: 'draft', entity, entityId: params.id, summary, after: content })
        return present(row, transactionContext)
      }),

    discardDraft: (context: Context, input: Input) =>
      context.transaction(async (transactionContext) => {
        const { content } = await take(transactionContext, input)
        const entityId = input.params.id
        const summary = await titleOf(transactionContext, entityId)
        await writeAudit(transactionContext, { action: 'discard', entity, entityId, summary, before: content })
        return undefined
      }),

    /** Atomic: if the record changed meanwhile, the draft remains. */
    publishDraft: (context: Context, input: Input) =>
      context.transaction(async (transactionContext) => {
        const { content, madeFrom } = await take(transactionContext, input)
        const changes = parseInput(contract.create.body, 'body', content) as Fields
        return change(transactionContext, { id: input.params.id, changes, stamp: madeFrom, action: 'publish' })
      }),

    async preview(context: Context, { body }: Input & { body: { id?: string; content: Fields } }) {
      const content = await accept(body.content, context, null)
      const recordId = body.id ?? context.newId()
      return { preview: await startPreview(context, { access: contract.preview.access, entity, recordId, content }) }
    },
  }
  // As in `tableHandlers`, the kernel validates each answer against the contract.
  return handlers as unknown as Pick<Handlers<C>, DraftName>
}
