import type { ServerBuild } from 'react-router'
import { inLocale, localeOfPath } from './address.ts'
import type { PageHandle } from './handle.ts'

const homeOf = (build: ServerBuild, id: string): string | undefined =>
  (build.routes[id]?.module.handle as PageHandle | undefined)?.home

/** The sites of a build that have a home page. */
export const sitesIn = (build: ServerBuild): string[] => [
  ...new Set(Object.keys(build.routes).flatMap((id) => homeOf(build, id) ?? [])),
]

/**
 * The build with the home page of one site at `/` and that of every other at the site's word. Routes are compiled with
 * their addresses; moving them in both tables, the server's and the browser's, is all that it takes to serve them elsewhere.
 */
export const arrange = (build: ServerBuild, first: string): ServerBuild => {
  const moved = <R extends { path?: string }>(id: string, route: R): R => {
    const home = homeOf(build, id)
    if (home === undefined) return route
    const locale = localeOfPath(`/${route.path ?? ''}`)
    const address = inLocale(locale, home === first ? '/' : `/${home}`).slice(1)
    const { path: _path, ...rest } = route
    // Without `path` it is the same kind of route: an index.
    return (address ? { ...rest, path: address } : rest) as R
  }
  const all = <R extends { path?: string }>(routes: Record<string, R | undefined>) =>
    Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, route && moved(id, route)]))
  return {
    ...build,
    routes: all(build.routes),
    assets: { ...build.assets, routes: all(build.assets.routes) },
  }
}
