import type { z } from 'zod'
import { type CallOptions, createClient, type Transport } from './client.ts'
import type { Answer, RouteDeclaration } from './contract.ts'
import type { DraftMark } from './drafts/contract.ts'
import { type Section, sectionOf } from './scopes.ts'

/** Minimum shape of a record for lists and forms. */
export interface Recorded {
  _id: string
  createdAt: string
  updatedAt: string
  /** Author and date of the draft, in modules with drafts. */
  draft?: DraftMark | null
}

/** Page of a list, with the same field names for every record type. */
export interface Records<Item> {
  records: Item[]
  total: number
  page: number
  limit: number
}

/** Query of a list: pagination, sorting and search are common, filters depend on the module. */
export type ListQuery = Record<string, string | number | boolean | undefined>

/** Routes of `crud`; a module may omit some. */
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
/** Record as it appears in lists (`CrudOptions.line`). */
export type LineOf<C extends CrudRoutes> = Lines<Answer<C['list']>> & Recorded
/** Shape edited in a form: the body of `create`, or of `update` if records cannot be created. */
export type InputOf<C extends CrudRoutes> = C['create'] extends RouteDeclaration
  ? Input<C['create']>
  : Omit<Required<Input<C['update']>>, 'updatedAt'>
type QueryOf<C extends CrudRoutes> = C['list'] extends { query: infer S extends z.core.$ZodType } ? z.input<S> : never
/** Names of the module's own filters. */
export type FilterOf<C extends CrudRoutes> = Exclude<keyof QueryOf<C>, 'page' | 'limit' | 'sort' | 'q'> & string
/** Names by which a list may be sorted, ascending; `-name` sorts descending. */
export type SortOf<C extends CrudRoutes> = Exclude<
  QueryOf<C> extends { sort?: infer S } ? S : never,
  undefined | `-${string}`
> &
  string

/** Client of a plain resource, with the same names for every module. All calls throw `CallRefused`. */
export interface Resource<
  Item extends Recorded,
  Shape,
  Filter extends string,
  Sort extends string,
  Line extends Recorded = Item,
> {
  /** API path of the list; also the key of cached and stored data. */
  readonly path: string
  /** Section required for reading and writing. */
  readonly access: Section
  /** Phantom type: lets screens infer the allowed filter and sort names. */
  readonly names?: { filter: Filter; sort: Sort; shape: Shape }
  list(query: ListQuery, options?: CallOptions): Promise<Records<Line>>
  get(id: string, options?: CallOptions): Promise<Item>
  update(id: string, change: Partial<Shape>, updatedAt: string, options?: CallOptions): Promise<Item>
  /** Absent if records are created elsewhere. */
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

/** Extracts the records from `{ <plural>: […], total, page, limit }`: its only array. */
const recordsOf = <Item>(answer: Record<string, unknown>): Records<Item> =>
  ({ ...answer, records: Object.values(answer).find(Array.isArray) ?? [] }) as unknown as Records<Item>

/** Extracts the record from `{ <singular>: {…} }`. */
const recordOf = <Item>(answer: Record<string, unknown>): Item => Object.values(answer)[0] as Item

/** Creates the client of a module's contract. */
export const resourceOf = <C extends CrudRoutes>(contract: C, transport: Transport): ResourceOf<C> => {
  const { list, get, update, create, remove } = contract
  const section = sectionOf(list.access)
  if (!section) throw new Error(`${list.path} is in no section of the console`)
  const routes: Record<string, RouteDeclaration> = { list, get, update }
  if (create) routes.create = create
  if (remove) routes.remove = remove
  // Answer keys differ by module, so generics cannot follow them; `ItemOf` and `InputOf` derive the same types that the
  // server validates.
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
