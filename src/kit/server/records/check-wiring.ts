import { eq, getTableColumns, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Contract, RouteDeclaration } from '../../contract.ts'
import type { Context } from '../context.ts'
import type { RecordTable } from './records.ts'

type Filter = (value: unknown, context: Context) => SQL | undefined

/** The part of a resource's options that implements declared names. */
interface Wired {
  words: readonly unknown[] | ((words: string) => unknown)
  filters?: object
  sort?: object
  accept?: unknown
  present?: unknown
  presentLines?: unknown
  lineColumns?: readonly string[]
  owner?: unknown
}

/** Returns the fields of an object schema; none for another or a missing schema. */
const fieldsOf = (schema: unknown): Record<string, unknown> =>
  (schema as { shape?: Record<string, unknown> })?.shape ?? {}

/** Returns the choices of an enum, also inside a default. */
const choicesOf = (schema: unknown): string[] => {
  const { innerType, entries } = (schema as { def?: { innerType?: unknown; entries?: object } })?.def ?? {}
  if (innerType) return choicesOf(innerType)
  return entries ? Object.values(entries).map(String) : []
}

/** Returns the element schema of an array. */
const elementOf = (schema: unknown): unknown => (schema as { def?: { element?: unknown } })?.def?.element

/** Returns the only field of an answer: the record, or the list of records. */
const nameIn = (route: RouteDeclaration): string => {
  const [name] = Object.keys(fieldsOf(route.answer))
  if (!name) throw new Error(`${route.method} ${route.path} answers no record.`)
  return name
}

const paging = new Set(['page', 'limit', 'sort', 'q'])
/** Fields filled in by the kit: those of every record, and the version of a change. */
const commonFields = new Set(['_id', 'createdAt', 'updatedAt'])

/**
 * Compares a contract with its table when the resource is created, and throws for mismatches that run time would
 * ignore: a filter or sort name without column or handler, a handler for an undeclared name, search words without a
 * column, a field that no column stores or fills, list lines or an owner defined on one side only. `lineColumns` are
 * the columns selected for lists; undefined means all.
 */
export const checkWiring = (
  contract: Contract & { list: RouteDeclaration; get: RouteDeclaration },
  table: RecordTable,
  options: Wired,
) => {
  const { list, get, create, update } = contract
  const fail = (sentence: string): never => {
    throw new Error(`${list.path}: ${sentence}`)
  }
  const columns: Record<string, PgColumn | undefined> = getTableColumns(table)
  const query = fieldsOf(list.query)

  const filters = new Map<string, Filter>()
  const ownFilters = (options.filters ?? {}) as Record<string, Filter | undefined>
  for (const name of Object.keys(query).filter((one) => !paging.has(one))) {
    const column = columns[name]
    const filter = ownFilters[name] ?? (column && ((value: unknown) => eq(column, value)))
    filters.set(name, filter ?? fail(`the filter ${name} has neither a column nor a handler.`))
  }
  for (const name of Object.keys(ownFilters)) if (!filters.has(name)) fail(`no query declares the filter ${name}.`)

  const orders = new Map<string, PgColumn | SQL>()
  const ownOrders = (options.sort ?? {}) as Record<string, PgColumn | SQL | undefined>
  for (const name of choicesOf(query.sort).filter((choice) => !choice.startsWith('-')))
    orders.set(
      name,
      ownOrders[name] ?? columns[name] ?? fail(`the order ${name} has neither a column nor an expression.`),
    )
  for (const name of Object.keys(ownOrders)) if (!orders.has(name)) fail(`no query declares the order ${name}.`)

  if ('q' in query && typeof options.words !== 'function' && options.words.length === 0)
    fail('its words are looked for nowhere.')

  const written = { ...fieldsOf(create?.body), ...fieldsOf(update?.body) }
  for (const name of Object.keys(written))
    if (!columns[name] && !commonFields.has(name)) fail(`no column stores the field ${name}.`)

  const single = nameIn(get)
  const record = fieldsOf(fieldsOf(get.answer)[single])
  if (!options.present)
    for (const name of Object.keys(record))
      if (!columns[name] && !commonFields.has(name)) fail(`neither a column nor \`present\` fills the field ${name}.`)

  const many = nameIn(list)
  const line = elementOf(fieldsOf(list.answer)[many])
  const hasLines = line !== fieldsOf(get.answer)[single]
  if (options.presentLines && !hasLines) fail('its list has whole records, and `presentLines` would never be asked.')
  if (options.lineColumns && !options.presentLines) fail('nothing reads its `lineColumns`.')
  if (hasLines && options.present && !options.presentLines)
    fail('its list has lines of their own, and nothing presents them.')
  const fields = Object.keys(fieldsOf(line))
  if (hasLines && !options.presentLines)
    for (const name of fields)
      if (!columns[name] && !commonFields.has(name))
        fail(`neither a column nor \`presentLines\` fills the field ${name}.`)
  const lineColumns = hasLines
    ? Object.fromEntries(
        ['id', 'createdAt', 'updatedAt', ...fields, ...(options.lineColumns ?? [])].flatMap((name) => {
          const column = columns[name]
          return column ? [[name, column]] : []
        }),
      )
    : undefined

  const isOwned = Object.values(contract).some(({ owned }) => owned)
  if (isOwned && !options.owner) fail('its routes are owned, and nothing says by whom.')
  if (options.owner && !isOwned) fail('its rows have an owner, and no route says so.')

  return { single, many, filters, orders, lineColumns }
}
