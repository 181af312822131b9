import { createRequestHandler, data, RouterContextProvider, type ServerBuild } from 'react-router'
import type { CacheScope } from '../../cache/cache-scope.ts'
import { CallRefused } from '../../client.ts'
import { isUnreachable } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import type { Locale } from '../../locale.ts'
import { localeOfPath } from '../addresses/locale-path.ts'
import type { SiteLocations } from '../addresses/site-locations.ts'
import type { AbsentPage, PageContext, pageContext } from '../page-context.ts'

/** Exports of `src/entry.server.tsx` besides the router's own. */
interface PageEntry {
  pageContext: typeof pageContext
  runInLocale<T>(locale: Locale, locations: SiteLocations, work: () => T): T
}

export interface RenderOptions {
  /** The build; in development a function that returns the current one, from which the router derives its routes each time. */
  build: ServerBuild | (() => Promise<ServerBuild>)
  mode: 'production' | 'development' | 'test'
  /** Returns the origin of absolute URLs in pages, without a trailing slash. */
  origin(): string
  /** Returns the locations of the sites, as seen from the requested host. */
  locations(): SiteLocations
  /** Returns the in-process clients of one render by module; they add tags and expiry to its scope. */
  clientsFor(scope: CacheScope & { locale: Locale }): (module: string) => object | undefined
  stylesheet(href: string): string | undefined
  manifestOf(routeId: string): string | undefined
  report(error: unknown): void
}

/**
 * Renders one request; the scope collects the dependencies of the page. A path without a page renders as missing (404,
 * the default) or as removed (410).
 */
export type RenderPage = (request: Request, scope: CacheScope, absence?: AbsentPage) => Promise<Response>

/** Converts an API refusal to the page's status, so that a missing post gives 404 and an unavailable database 503. */
const asPageError = (error: unknown, absence: AbsentPage): unknown => {
  const statusOf = (status: number) => ({ status: status === 404 ? absence : status })
  if (error instanceof CallRefused) return data(error.refusal, statusOf(error.status))
  if (error instanceof AppError) return data({ code: error.code }, statusOf(error.status))
  return isUnreachable(error) ? data({ code: 'unavailable' }, { status: 503 }) : error
}

type Calls = Record<string, (...input: unknown[]) => Promise<unknown>>

const withPageErrors = (client: Calls, absence: AbsentPage): Calls =>
  Object.fromEntries(
    Object.entries(client).map(([route, call]) => [
      route,
      (...input: unknown[]) => call(...input).catch((error: unknown) => Promise.reject(asPageError(error, absence))),
    ]),
  )

/** Returns the clients for loaders, each created on first use: a page uses few. */
const forPages = (clientOf: (module: string) => object | undefined, absence: AbsentPage): object =>
  new Proxy<Record<string, Calls | undefined>>(
    {},
    {
      get(clients, name) {
        if (typeof name !== 'string') return undefined
        if (!(name in clients)) {
          const client = clientOf(name) as Calls | undefined
          clients[name] = client && withPageErrors(client, absence)
        }
        return clients[name]
      },
    },
  )

/** Returns the page path of a router data path: `/` for `/_.data`, `/story` for `/story.data`. */
export const pagePath = (pathname: string): string =>
  pathname.endsWith('/_.data')
    ? pathname.slice(0, -'_.data'.length)
    : pathname.endsWith('.data')
      ? pathname.slice(0, -'.data'.length)
      : pathname

export const createRenderer = (options: RenderOptions): RenderPage => {
  const handle = createRequestHandler(options.build, options.mode)
  return async (request, scope, absence = 404) => {
    const { entry } = typeof options.build === 'function' ? await options.build() : options.build
    // The bundle's entry exports these in addition to what the router requires.
    const { pageContext, runInLocale } = entry.module as unknown as PageEntry
    const url = new URL(request.url)
    const locale = localeOfPath(url.pathname)
    const context: PageContext = {
      locale,
      origin: options.origin(),
      locations: options.locations(),
      path: pagePath(url.pathname) + url.search,
      absence,
      api: forPages(options.clientsFor(Object.assign(scope, { locale })), absence),
      stylesheet: options.stylesheet,
      manifestOf: options.manifestOf,
      preview: scope.preview === null ? 'refused' : scope.preview && 'shown',
      admittedSources: undefined,
      connects: [],
      report: options.report,
    }
    const provider = new RouterContextProvider()
    provider.set(pageContext, context)
    return runInLocale(locale, context.locations, () => handle(request, provider))
  }
}
