import type { ServerBuild } from 'react-router'
import type { PageHandle } from '../rendering/page-handle.ts'
import { inLocale, localeOfPath } from './locale-path.ts'

const homeOf = (build: ServerBuild, id: string): string | undefined =>
  (build.routes[id]?.module.handle as PageHandle | undefined)?.home

/** Returns the sites of a build that have a home page. */
export const sitesIn = (build: ServerBuild): string[] => [
  ...new Set(Object.keys(build.routes).flatMap((id) => homeOf(build, id) ?? [])),
]

/**
 * Returns the build with the home page of site `first` at `/` and those of the others at the site's own segment. Routes
 * are compiled with their paths; changing them in the server's and the browser's route tables is sufficient.
 */
export const arrangeSites = (build: ServerBuild, first: string): ServerBuild => {
  const moved = <R extends { path?: string }>(id: string, route: R): R => {
    const home = homeOf(build, id)
    if (home === undefined) return route
    const locale = localeOfPath(`/${route.path ?? ''}`)
    const address = inLocale(locale, home === first ? '/' : `/${home}`).slice(1)
    const { path: _path, ...rest } = route
    // Without `path` it remains the same kind of route: an index route.
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
