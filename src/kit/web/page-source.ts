import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { remember } from '../cache/negotiate.ts'
import type { Answer } from '../cache/ready.ts'
import { createScope } from '../cache/scope.ts'
import type { Source } from '../cache/tag-cache.ts'
import { mergeHandles } from './handle.ts'
import { previewKey } from './preview-page.ts'
import { pagePath, type RenderPage } from './render.ts'

interface Page {
  key: string
  /** Only the catch-all route fits: another part of the server may still know the address. */
  caught: boolean
  /** Anybody can invent its address. */
  apart: boolean
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

const isWellFormed = (path: string): boolean => {
  try {
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

/** Finds out which addresses are cached pages, by the handles of the routes they match. */
const createClassifier = (build: ServerBuild): ((url: string) => Page | null) => {
  const tree = treeOf(build.routes)
  return (url) => {
    if (!url.startsWith('/') || url.startsWith('//')) return null
    const { pathname, searchParams } = new URL(url, 'http://page')
    // A look at what is not public belongs to whoever asked for it.
    if (searchParams.has(previewKey)) return null
    const path = pagePath(pathname)
    if ((path.length > 1 && path.endsWith('/')) || !isWellFormed(path)) return null
    const matches = matchRoutes(tree, path)
    const leaf = matches?.at(-1)
    if (!matches || !leaf) return null
    const { cached, query } = mergeHandles(matches.map(({ route }) => route.handle))
    if (!cached) return null
    const kept = new URLSearchParams()
    for (const name of [...query].sort()) {
      const value = searchParams.get(name)
      if (value !== null) kept.set(name, value)
    }
    return {
      key: kept.size > 0 ? `${pathname}?${kept}` : pathname,
      caught: leaf.route.path === '*',
      apart: cached === 'apart',
    }
  }
}

export interface PageSource extends Source {
  keyOf(url: string): string | null
  /** The key of a page that only the catch-all route fits; for the end of the server's router. */
  caughtKeyOf(url: string): string | null
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
  origin: string,
  fixedHeaders: Record<string, string>,
): PageSource => {
  const pageOf = remember(5000, createClassifier(build))
  const keyWhere = (url: string, fits: (page: Page) => boolean): string | null => {
    const page = pageOf(url)
    return page && fits(page) ? page.key : null
  }
  const make = async (key: string): Promise<Answer> => {
    const scope = createScope()
    const response = await render(new Request(`${origin}${key}`), scope)
    if (response.headers.has('set-cookie')) throw new Error(`${key} is cached and must not set a cookie`)
    return {
      status: response.status,
      headers: { ...fixedHeaders, ...Object.fromEntries(response.headers) },
      body: Buffer.from(await response.arrayBuffer()),
      scope,
    }
  }
  const vary = 'Accept-Encoding'
  return {
    name: 'pages',
    vary,
    keyOf: (url) => keyWhere(url, ({ caught, apart }) => !caught && !apart),
    caughtKeyOf: (url) => keyWhere(url, ({ apart }) => !apart),
    make,
    apart: { name: 'pages apart', vary, room: roomApart, keyOf: (url) => keyWhere(url, ({ apart }) => apart), make },
  }
}
