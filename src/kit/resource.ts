import type { z } from 'zod'
import { type CallOptions, createClient, type Transport } from './client.ts'
import type { Answer, RouteDeclaration } from './contract.ts'
import type { DraftMark } from './drafts/contract.ts'
import { type Section, sectionOf } from './scopes.ts'

/** A record of any module: what a list and a form need to know of it. */
export interface Recorded {
  _id: string
  createdAt: string
  updatedAt: string
  /** Where the module has drafts: whose, and since when. */
  draft?: DraftMark | null
}

/** A page of a list, under one name whatever the records are called. */
export interface Records<Item> {
  records: Item[]
  total: number
  page: number
  limit: number
}

/** What a list is asked for: paging, order and words are the same everywhere, filters are the module's. */
export type ListQuery = Record<string, string | number | boolean | undefined>

/** The routes of `crud`; those a module lacks are left out. */
export interface CrudRoutes {
  list: RouteDeclaration
  get: RouteDeclaration
  update: RouteDeclaration
  create?: RouteDeclaration
  remove?: RouteDeclaration
}

type Named<A> = A[keyof A]
type Lines<A> = { [K in keyof A]: A[K] extends (infer I)[] ? I : never }[keyof A]
type Input<R extends RouteDeclaration | undefined> = R extends { body: infer S extends z.core.$ZodType }
  ? z.output<S>
  : never

export type ItemOf<C extends CrudRoutes> = Named<Answer<C['get']>> & Recorded
/** A record as its list has it (`CrudOptions.line`). */
export type LineOf<C extends CrudRoutes> = Lines<Answer<C['list']>> & Recorded
/** The shape a form edits: that of a new record, or of a change where none can be made. */
export type InputOf<C extends CrudRoutes> = C['create'] extends RouteDeclaration
  ? Input<C['create']>
  : Omit<Required<Input<C['update']>>, 'updatedAt'>
type QueryOf<C extends CrudRoutes> = C['list'] extends { query: infer S extends z.core.$ZodType } ? z.input<S> : never
/** Names of the module's own filters. */
export type FilterOf<C extends CrudRoutes> = Exclude<keyof QueryOf<C>, 'page' | 'limit' | 'sort' | 'q'> & string
/** Names a list may be sorted by, ascending; `-name` is descending. */
export type SortOf<C extends CrudRoutes> = Exclude<
  QueryOf<C> extends { sort?: infer S } ? S : never,
  undefined | `-${string}`
> &
  string

/** The five calls of a plain resource, under the same names for every module. All throw `CallRefused`. */
export interface Resource<
  Item extends Recorded,
  Shape,
  Filter extends string,
  Sort extends string,
  Line extends Recorded = Item,
> {
  /** Path of the list in the API: also the key of what is cached and kept. */
  readonly path: string
  /** Section that reading and writing ask for. */
  readonly access: Section
  /** Phantom: lets screens infer the names a filter and an order may have. */
  readonly names?: { filter: Filter; sort: Sort; shape: Shape }
  list(query: ListQuery, options?: CallOptions): Promise<Records<Line>>
  get(id: string, options?: CallOptions): Promise<Item>
  update(id: string, change: Partial<Shape>, updatedAt: string, options?: CallOptions): Promise<Item>
  /** Absent where records come into being elsewhere. */
  create?: (input: Shape, options?: CallOptions) => Promise<Item>
  remove?: (id: string, options?: CallOptions) => Promise<void>
}

export type ResourceOf<C extends CrudRoutes> = Resource<ItemOf<C>, InputOf<C>, FilterOf<C>, SortOf<C>, LineOf<C>>

interface LooseCall {
  params?: { id: string }
  query?: ListQuery
  body?: unknown
}
type LooseClient = Record<
  'list' | 'get' | 'update' | 'create' | 'remove',
  (input: LooseCall, options?: CallOptions) => Promise<Record<string, unknown>>
>

/** A page answers `{ <plural>: […], total, page, limit }`: the one array is the records. */
const recordsOf = <Item>(answer: Record<string, unknown>): Records<Item> =>
  ({ ...answer, records: Object.values(answer).find(Array.isArray) ?? [] }) as unknown as Records<Item>

/** One answers `{ <singular>: {…} }`. */
const recordOf = <Item>(answer: Record<string, unknown>): Item => Object.values(answer)[0] as Item

/** Makes the five calls of a module's contract. */
export const resourceOf = <C extends CrudRoutes>(contract: C, transport: Transport): ResourceOf<C> => {
  const { list, get, update, create, remove } = contract
  const section = sectionOf(list.access)
  if (!section) throw new Error(`${list.path} is in no section of the console`)
  const routes: Record<string, RouteDeclaration> = { list, get, update }
  if (create) routes.create = create
  if (remove) routes.remove = remove
  // The names of answers differ by module and so cannot be followed through a generic; `ItemOf` and `InputOf` say
  // from the same contract what the server validates.
  const client = createClient(routes, transport) as unknown as LooseClient
  type Item = ItemOf<C>
  type Shape = InputOf<C>
  const resource: ResourceOf<C> = {
    path: list.path,
    access: section,
    list: async (query, options) => recordsOf<LineOf<C>>(await client.list({ query }, options)),
    get: async (id, options) => recordOf<Item>(await client.get({ params: { id } }, options)),
    update: async (id, change, updatedAt, options) =>
      recordOf<Item>(await client.update({ params: { id }, body: { ...change, updatedAt } }, options)),
  }
  if (create) resource.create = async (body: Shape, options) => recordOf<Item>(await client.create({ body }, options))
  if (remove)
    resource.remove = async (id, options) => {
      await client.remove({ params: { id } }, options)
    }
  return resource
}
