import { createHash } from 'node:crypto'
import type { ServerBuild } from 'react-router'
import { localeOfPath } from '../addresses/locale-path.ts'
import type { RouteManifest } from '../hydration/sheet-precedence.ts'
import { mergeHandles } from '../rendering/page-handle.ts'

type Routes = ServerBuild['assets']['routes']
type EntryRoute = NonNullable<Routes[string]>

/** Script that pages import, generated from the build at server start. */
export interface GeneratedScript {
  url: string
  text: string
}

export interface GroupManifests {
  scripts: GeneratedScript[]
  /** Returns the URL of the manifest for a page, by the id of its innermost route. */
  urlOf(routeId: string): string | undefined
}

const nameOf = (name: string, text: string): GeneratedScript => ({
  url: `/assets/${name}-${createHash('sha256').update(text).digest('base64url').slice(0, 10)}.js`,
  text,
})

/** Replaces every route of another route group: loads the target as a new document. */
const catchAll = nameOf(
  'leave',
  'export const clientLoader=({request})=>(location.assign(request.url),new Promise(()=>{}));export default()=>null',
)

const leaving = (id: string, path: string): EntryRoute =>
  ({
    id,
    parentId: 'root',
    ...(path === '' ? { index: true } : { path }),
    hasAction: false,
    hasLoader: false,
    hasClientAction: false,
    hasClientLoader: true,
    hasClientMiddleware: false,
    hasDefaultExport: true,
    hasErrorBoundary: false,
    module: catchAll.url,
    imports: [],
    css: [],
    // The router's type requires optional fields; the browser treats missing ones as absent.
  }) as unknown as EntryRoute

interface Place {
  id: string
  /** Path from the root, without a leading slash. */
  path: string
  ancestors: string[]
  group: string
}

/** Returns every route that a URL can match, with its group. */
const placesOf = (build: ServerBuild): Place[] =>
  Object.values(build.routes).flatMap((route) => {
    if (!route || (route.path === undefined && !route.index)) return []
    const lineage = [route]
    for (let parent = route.parentId; parent; parent = lineage[0]?.parentId) {
      const above = build.routes[parent]
      if (!above) break
      lineage.unshift(above)
    }
    const path = lineage.flatMap((each) => each.path || []).join('/')
    const { site, hydrate, alone } = mergeHandles(lineage.map((each) => each.module.handle))
    const group = [localeOfPath(`/${path}`), site, hydrate, alone && 'alone'].filter(Boolean).join('-')
    return route.id === 'root' ? [] : [{ id: route.id, path, ancestors: lineage.map(({ id }) => id), group }]
  })

/** Returns the static prefixes of a path, shortest first: `en`, `en/match` for `en/match/:id`. */
const beginningsOf = (path: string): string[] => {
  const segments = path.split('/')
  const fixed = segments.findIndex((segment) => /^[:*]/.test(segment))
  return segments.slice(0, fixed < 0 ? undefined : fixed).map((_, index) => segments.slice(0, index + 1).join('/'))
}

/**
 * Splits the router's manifest by route group (language, site and hydration mode; separate pages have their own group).
 * Another group is another document with its own language and policy, so a link to it leaves the page. Visitors'
 * browsers do not load the routes of staff screens.
 */
export const splitManifest = (build: ServerBuild): GroupManifests => {
  const places = placesOf(build)
  const groupOf = new Map(places.map(({ id, group }) => [id, group]))
  const scriptFor = (group: string, isMissing: boolean): GeneratedScript => {
    const own = places.filter((place) => place.group === group)
    const ids = new Set(own.flatMap(({ ancestors }) => ancestors))
    const beginnings = new Set(own.flatMap(({ path }) => beginningsOf(path)))
    const foreign = new Set(
      places
        .filter((place) => place.group !== group)
        .map(({ path }) => {
          const separate = beginningsOf(path).find((beginning) => beginning !== '' && !beginnings.has(beginning))
          return separate === undefined || isMissing ? path : `${separate}/*`
        }),
    )
    const ownPaths = new Set(own.map(({ path }) => path))
    const routes: Routes = Object.fromEntries([
      ...Object.entries(build.assets.routes).filter(([id]) => ids.has(id)),
      ...[...foreign]
        .filter((path) => !ownPaths.has(path))
        .map((path, index) => [`leave/${index}`, leaving(`leave/${index}`, path)] as const),
    ])
    const sheets: RouteManifest['sheets'] = {}
    for (const [id, route] of Object.entries(routes)) {
      if (!route) continue
      // Imports are only used for prefetching, which no link requests.
      const { css = [], imports: _, ...rest } = route
      if (css.length > 0) sheets[id] = css
      routes[id] = rest
    }
    const manifest = { ...build.assets, routes, sheets }
    // The browser treats false and absent alike.
    const text = JSON.stringify(manifest, (_, value) => (value === false ? undefined : value))
    return nameOf(`routes-${group}`, `window.__reactRouterManifest=${text}`)
  }
  const groups = [...new Set(groupOf.values())]
  const byGroup = new Map(groups.map((group) => [group, scriptFor(group, false)]))
  const forMissing = new Map(groups.map((group) => [group, scriptFor(group, true)]))
  // A path below another group's prefix without a route (`/me/nothing`): the server answered it with this group's `*`.
  // If the browser assigned it to the other group, hydration would not match.
  const missing = new Set(places.filter(({ path }) => /(^|\/)\*$/.test(path)).map(({ id }) => id))
  return {
    scripts: [catchAll, ...byGroup.values(), ...forMissing.values()],
    urlOf: (routeId) => (missing.has(routeId) ? forMissing : byGroup).get(groupOf.get(routeId) ?? '')?.url,
  }
}
