import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type CrudOptions, crud, recordFields } from '../../contract.ts'
import { recordColumns } from '../../db/columns.ts'
import { checkWiring } from './check-wiring.ts'
import { type CrudContract, type TableOptions, tableHandlers } from './table-handlers.ts'

const things = pgTable('things', {
  ...recordColumns(),
  title: text('title').notNull(),
  amount: integer('amount').notNull(),
  visible: boolean('visible').notNull(),
  ownerId: uuid('owner_id').notNull(),
})

const Input = z.strictObject({ title: z.string(), amount: z.int(), visible: z.boolean() })
const Thing = Input.extend(recordFields)
const Line = Thing.omit({ amount: true })

interface Declared extends Partial<Omit<CrudOptions<readonly ['createdAt', ...string[]], z.ZodRawShape>, 'access'>> {
  item?: z.ZodObject
  input?: z.ZodObject
}

const contractOf = ({ item = Thing, input = Input, ...declared }: Declared = {}) =>
  crud('/api/console/things', { one: 'thing', many: 'things' }, item, input, {
    access: 'console:things',
    sort: ['createdAt', 'amount'],
    filters: { visible: z.stringbool().optional() },
    ...declared,
  })

const plain = { words: [things.title], title: (row: typeof things.$inferSelect) => row.title }

/** Creates the test handlers with deviating declarations on either side; casts what the compiler would reject too. */
const buildHandlers = (declared: Declared = {}, options: object = {}) =>
  tableHandlers(contractOf(declared), things, { ...plain, ...options } as TableOptions<typeof things, CrudContract>)

describe('a resource', () => {
  it('accepts a contract and a table that agree', () => {
    expect(Object.keys(buildHandlers()).sort()).toEqual(['create', 'get', 'list', 'remove', 'update'])
  })

  it('has handlers for the routes of its contract only', () => {
    const { list, get } = contractOf()
    const handlers = tableHandlers({ list, get }, things, plain)
    expect(Object.keys(handlers).sort()).toEqual(['get', 'list'])
  })

  const filters = { visible: z.stringbool().optional(), owner: z.string().optional() }
  const owner = { column: things.ownerId, of: () => '' }
  const omissions: [string, Parameters<typeof buildHandlers>, string][] = [
    ['a filter without a column', [{ filters }], 'the filter owner has neither a column nor a handler'],
    [
      'a filter that no query declares',
      [{}, { filters: { colour: () => undefined } }],
      'no query declares the filter colour',
    ],
    ['an order without a column', [{ sort: ['createdAt', 'price'] }], 'the order price has neither a column'],
    ['an order that no query declares', [{}, { sort: { title: things.title } }], 'no query declares the order title'],
    ['words without a place', [{}, { words: [] }], 'its words are looked for nowhere'],
    [
      'a field that no column stores',
      [{ input: Input.extend({ colour: z.string() }) }],
      'no column stores the field colour',
    ],
    [
      'a field of the answer that nothing fills',
      [{ item: Thing.extend({ colour: z.string() }) }],
      'fills the field colour',
    ],
    [
      'lines that nothing presents, beside records that something does',
      [{ line: Line }, { present: () => [] }],
      'its list has lines of their own, and nothing presents them',
    ],
    [
      'a field of a line that nothing fills',
      [{ line: Line.extend({ colour: z.string() }) }],
      'nor `presentLines` fills the field colour',
    ],
    ['lines that the contract does not know', [{}, { presentLines: () => [] }], 'its list has whole records'],
    ['columns of lines that nothing reads', [{ line: Line }, { lineColumns: ['amount'] }], 'nothing reads its `line'],
    ['an owner that the contract knows and the table does not', [{ owned: true }], 'nothing says by whom'],
    ['an owner that the contract does not know', [{}, { owner }], 'no route says so'],
  ]
  it.each(omissions)('refuses %s', (_what, input, message) => {
    expect(() => buildHandlers(...input)).toThrow(message)
  })

  it('selects only the columns that a list row needs', () => {
    const columnsOf = (declared: Declared, options: object = {}) =>
      Object.keys(checkWiring(contractOf(declared), things, { ...plain, ...options }).lineColumns ?? {}).sort()
    expect(columnsOf({})).toEqual([])
    expect(columnsOf({ line: Line })).toEqual(['createdAt', 'id', 'title', 'updatedAt', 'visible'])
    const presented = { presentLines: () => [], lineColumns: ['ownerId'] }
    expect(columnsOf({ line: Thing.pick({ _id: true }).extend({ colour: z.string() }) }, presented)).toEqual([
      'createdAt',
      'id',
      'ownerId',
      'updatedAt',
    ])
  })

  it('may provide values and filters that have no column', () => {
    const colour = sql`'red'`
    const item = Thing.extend({ colour: z.string() })
    const own = { filters: { owner: () => colour }, sort: { price: colour }, present: () => [] }
    expect(() => buildHandlers({ item, filters, sort: ['createdAt', 'price'] }, own)).not.toThrow()
    expect(() => buildHandlers({ owned: true }, { owner })).not.toThrow()
  })
})
