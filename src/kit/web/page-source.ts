import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { createCacheScope } from '../cache/cache-scope.ts'
import type { Answer } from '../cache/encoded-answer.ts'
import { memoize } from '../cache/negotiate.ts'
import type { Source } from '../cache/tag-cache.ts'
import { canonicalPath } from './addresses/request-target.ts'
import { pagePath, type RenderPage } from './rendering/create-renderer.ts'
import { mergeHandles } from './rendering/page-handle.ts'
import { previewKey } from './rendering/preview-page.ts'

interface Page {
  /** Canonical path with the query that affects the page. */
  key: string
  /** True if the URL is not canonical: the visitor is redirected to `key`, and nothing is cached for it. */
  isMisspelled: boolean
  /** True if only the catch-all route matches: another part of the server may still answer. */
  isCaught: boolean
  pool: 'pages' | 'filtered' | 'apart'
}

const treeOf = (routes: ServerBuild['routes'], parentId?: string): RouteObject[] =>
  Object.values(routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map((route) => {
      const { id = '', path, index, caseSensitive, module } = route ?? {}
      const shared = {
        id,
        handle: module?.handle,
        ...(path !== undefined && { path }),
        ...(caseSensitive && { caseSensitive }),
      }
      return index ? { ...shared, index: true as const } : { ...shared, children: treeOf(routes, id) }
    })

/**
 * Returns the path with static segments in their declared case: the router matches case-insensitively, and each case
 * would be a separate cached page.
 */
const inDeclaredCase = (path: string, routes: readonly RouteObject[]): string => {
  const declared = routes.flatMap((route) => (route.path ?? '').split('/').filter((segment) => segment !== ''))
  const [, ...pathParts] = path.split('/')
  const segments = pathParts.map((segment, index) => {
    const declaredPart = declared[index] ?? ''
    const isStatic = !/^[:*]/.test(declaredPart)
    return isStatic && declaredPart.toLowerCase() === decodeURIComponent(segment).toLowerCase() ? declaredPart : segment
  })
  return `/${segments.join('/')}`
}

/** Returns the router's loader data path of a page: `/_.data` for `/`, `/story.data` for `/story`. */
const dataPath = (path: string): string => (path === '/' ? '/_.data' : `${path}.data`)

/** Creates a function that returns the site of a path, from the handles of the matching routes. */
const createSiteFinder = (build: ServerBuild): ((pathname: string) => string) => {
  const tree = treeOf(build.routes)
  return (pathname) => mergeHandles((matchRoutes(tree, pathname) ?? []).map(({ route }) => route.handle)).site
}

/** Creates a function that recognizes cacheable pages, from the handles of the matching routes. */
const createClassifier = (build: ServerBuild): ((url: string) => Page | null) => {
  const tree = treeOf(build.routes)
  return (url) => {
    if (!url.startsWith('/') || url.startsWith('//')) return null
    const [pathname = '/'] = url.split('?', 1)
    const searchParams = new URLSearchParams(url.slice(pathname.length))
    // A preview of unpublished content is never shared with other callers.
    if (searchParams.has(previewKey)) return null
    const canonical = canonicalPath(pathname)
    if (canonical === null) return null
    const path = pagePath(canonical)
    if (path.length > 1 && path.endsWith('/')) return null
    const matches = matchRoutes(tree, path)
    const leaf = matches?.at(-1)
    if (!matches || !leaf) return null
    const { cached, query } = mergeHandles(matches.map(({ route }) => route.handle))
    if (!cached) return null
    const declared = inDeclaredCase(
      path,
      matches.map(({ route }) => route),
    )
    const spelled = path === canonical ? declared : dataPath(declared)
    const keyQuery = new URLSearchParams()
    for (const name of [...query].sort()) {
      const value = searchParams.get(name)
      if (value) keyQuery.set(name, value)
    }
    return {
      key: keyQuery.size > 0 ? `${spelled}?${keyQuery}` : spelled,
      isMisspelled: spelled !== pathname,
      isCaught: leaf.route.path === '*',
      pool: cached === 'apart' ? 'apart' : keyQuery.size > 0 ? 'filtered' : 'pages',
    }
  }
}

/** Host that serves the pages, and the pages it redirects elsewhere. */
export interface PageHost {
  /** Prefix of source names, so that a path at another host is a separate cache entry. */
  name: string
  /** Origin of absolute URLs, without a trailing slash. */
  origin(): string
  /** Returns the target of a URL whose page is elsewhere; else null. */
  redirectTarget(url: string): string | null
}

export interface PageSource extends Source {
  /** Returns the site of a path; empty for pages shared by all sites. */
  siteOf(pathname: string): string
  keyOf(url: string): string | null
  /** Like `keyOf`, including pages that only the catch-all route matches; for the end of the server's routing. */
  caughtKeyOf(url: string): string | null
  /** Returns the canonical URL of a cached page for another spelling; null otherwise. */
  otherSpelling(url: string): string | null
  /**
   * Pages with a query, in a separate pool: clients can invent values, so they may only evict other pages with a query.
   */
  filtered: Source
  /** Pages whose URLs clients can invent (`cached: 'apart'`), in a small separate pool. */
  invented: Source
}

/** Bytes; enough for about a hundred pages. */
const smallPool = 8 * 1024 * 1024

/**
 * Creates the cache sources of the pages that are the same for everyone. They are rendered from the URL alone: no
 * header of a visitor may reach a render whose answer others get.
 */
export const pageSource = (
  build: ServerBuild,
  render: RenderPage,
  host: PageHost,
  fixedHeaders: Record<string, string>,
): PageSource => {
  const pageOf = memoize(5000, createClassifier(build))
  const siteOf = memoize(5000, createSiteFinder(build))
  const keyWhere = (url: string, fits: (page: Page) => boolean): string | null => {
    const page = pageOf(url)
    return page && !page.isMisspelled && fits(page) && host.redirectTarget(url) === null ? page.key : null
  }
  const make = async (key: string): Promise<Answer> => {
    const scope = createCacheScope()
    const response = await render(new Request(`${host.origin()}${key}`), scope)
    if (response.headers.has('set-cookie')) throw new Error(`${key} is cached and must not set a cookie`)
    return {
      status: response.status,
      headers: { ...fixedHeaders, ...Object.fromEntries(response.headers) },
      body: Buffer.from(await response.arrayBuffer()),
      scope,
    }
  }
  const vary = 'Accept-Encoding'
  const sourceOf = (name: string, pool: Page['pool']): Source => ({
    name: host.name + name,
    vary,
    ...(pool !== 'pages' && { maxBytes: smallPool }),
    keyOf: (url) => keyWhere(url, (page) => !page.isCaught && page.pool === pool),
    produce: make,
  })
  return {
    ...sourceOf('pages', 'pages'),
    siteOf,
    keyOf: (url) => keyWhere(url, ({ isCaught, pool }) => !isCaught && pool === 'pages'),
    caughtKeyOf: (url) => keyWhere(url, ({ pool }) => pool === 'pages'),
    otherSpelling(url) {
      const page = pageOf(url)
      return page?.isMisspelled ? page.key : null
    },
    filtered: sourceOf('pages filtered', 'filtered'),
    invented: sourceOf('pages apart', 'apart'),
  }
}
