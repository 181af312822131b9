import { matchRoutes, type RouteObject } from 'react-router'
import routes from '../../src/routes.ts'

/** Routes without a page to which links lead: addresses that do not exist, what only a search finds, and the feed. */
const unlinked = new Set(['missing', 'search', 'search/keyword', 'feed'])

type Entry = (typeof routes)[number]

const toRoute = ({ id, path, index, children }: Entry): RouteObject =>
  index ? { id: id ?? '', index: true, path } : { id: id ?? '', path, children: (children ?? []).map(toRoute) }

const table = routes.map(toRoute)

const ends = (entries: readonly RouteObject[]): string[] =>
  entries.flatMap(({ id = '', children }) => (children && children.length > 0 ? ends(children) : [id]))

/** Ids, without the language, of the public routes to which links lead. */
export const publicKinds: readonly string[] = ends(table).flatMap((id) =>
  id.startsWith('ko/') && !unlinked.has(id.slice(3)) ? [id.slice(3)] : [],
)

/** Id of the route that answers an address. */
export const kindOf = (address: string): string =>
  matchRoutes(table, new URL(address, 'http://site').pathname)?.at(-1)?.route.id ?? ''
