import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { remember } from '../cache/negotiate.ts'
import type { Answer } from '../cache/ready.ts'
import { createScope } from '../cache/scope.ts'
import type { Source } from '../cache/tag-cache.ts'
import { mergeHandles } from './handle.ts'
import { previewKey } from './preview-page.ts'
import { pagePath, type RenderPage } from './render.ts'
import { canonicalPath } from './target.ts'

interface Page {
  /** Path in its one spelling, with the query that changes the page. */
  key: string
  /** The address is spelled otherwise: a visitor is led to `key`, and nothing is kept under it. */
  misspelled: boolean
  /** Only the catch-all route fits: another part of the server may still know the address. */
  caught: boolean
  room: 'pages' | 'filtered' | 'apart'
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
 * A path with the static segments as the routes declare them: the router matches them in any case, and each case would
 * be a page of its own.
 */
const inDeclaredCase = (path: string, routes: readonly RouteObject[]): string => {
  const declared = routes.flatMap((route) => (route.path ?? '').split('/').filter((segment) => segment !== ''))
  const [, ...given] = path.split('/')
  const segments = given.map((segment, index) => {
    const wanted = declared[index] ?? ''
    const isStatic = !/^[:*]/.test(wanted)
    return isStatic && wanted.toLowerCase() === decodeURIComponent(segment).toLowerCase() ? wanted : segment
  })
  return `/${segments.join('/')}`
}

/** The address of the router's loader data of a page: `/_.data` for `/`, `/story.data` for `/story`. */
const dataPath = (path: string): string => (path === '/' ? '/_.data' : `${path}.data`)

/** Finds out which site an address belongs to, by the handles of the routes it matches. */
const createSiteFinder = (build: ServerBuild): ((pathname: string) => string) => {
  const tree = treeOf(build.routes)
  return (pathname) => mergeHandles((matchRoutes(tree, pathname) ?? []).map(({ route }) => route.handle)).site
}

/** Finds out which addresses are cached pages, by the handles of the routes they match. */
const createClassifier = (build: ServerBuild): ((url: string) => Page | null) => {
  const tree = treeOf(build.routes)
  return (url) => {
    if (!url.startsWith('/') || url.startsWith('//')) return null
    const [pathname = '/'] = url.split('?', 1)
    const asked = new URLSearchParams(url.slice(pathname.length))
    // A preview of what is not public is never shared with other callers.
    if (asked.has(previewKey)) return null
    const given = canonicalPath(pathname)
    if (given === null) return null
    const path = pagePath(given)
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
    const spelled = path === given ? declared : dataPath(declared)
    const kept = new URLSearchParams()
    for (const name of [...query].sort()) {
      const value = asked.get(name)
      if (value) kept.set(name, value)
    }
    return {
      key: kept.size > 0 ? `${spelled}?${kept}` : spelled,
      misspelled: spelled !== pathname,
      caught: leaf.route.path === '*',
      room: cached === 'apart' ? 'apart' : kept.size > 0 ? 'filtered' : 'pages',
    }
  }
}

/** The host that serves the pages, and what of them is elsewhere. */
export interface PageHost {
  /** Of the sources' names, so that the same address at another host is another entry. */
  name: string
  /** Origin of absolute addresses, without a slash at its end. */
  origin(): string
  /** Where an address leads whose page is elsewhere. */
  leads(url: string): string | null
}

export interface PageSource extends Source {
  /** The site that an address belongs to; empty for what all sites share. */
  siteOf(pathname: string): string
  keyOf(url: string): string | null
  /** The same, with pages that only the catch-all route fits; for the end of the server's router. */
  caughtKeyOf(url: string): string | null
  /** Where an address leads that is another spelling of a cached page; null for all others. */
  otherSpelling(url: string): string | null
  /**
   * Pages with a query, in a room of their own: anybody can invent values, and what they push out are other pages with
   * a query, never a page that exists once.
   */
  filtered: Source
  /** Pages whose addresses anybody can invent (`cached: 'apart'`), with a small room of their own. */
  apart: Source
}

/** Bytes: some hundred pages. */
const roomApart = 8 * 1024 * 1024

/**
 * The pages that are the same for everybody. They are rendered from an address and nothing else: no header of the
 * visitor reaches a render whose answer others get.
 */
export const pageSource = (
  build: ServerBuild,
  render: RenderPage,
  host: PageHost,
  fixedHeaders: Record<string, string>,
): PageSource => {
  const pageOf = remember(5000, createClassifier(build))
  const siteOf = remember(5000, createSiteFinder(build))
  const keyWhere = (url: string, fits: (page: Page) => boolean): string | null => {
    const page = pageOf(url)
    return page && !page.misspelled && fits(page) && host.leads(url) === null ? page.key : null
  }
  const make = async (key: string): Promise<Answer> => {
    const scope = createScope()
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
  const sourceOf = (name: string, room: Page['room']): Source => ({
    name: host.name + name,
    vary,
    ...(room !== 'pages' && { room: roomApart }),
    keyOf: (url) => keyWhere(url, (page) => !page.caught && page.room === room),
    make,
  })
  return {
    ...sourceOf('pages', 'pages'),
    siteOf,
    keyOf: (url) => keyWhere(url, ({ caught, room }) => !caught && room === 'pages'),
    caughtKeyOf: (url) => keyWhere(url, ({ room }) => room === 'pages'),
    otherSpelling(url) {
      const page = pageOf(url)
      return page?.misspelled ? page.key : null
    },
    filtered: sourceOf('pages filtered', 'filtered'),
    apart: sourceOf('pages apart', 'apart'),
  }
}
