import { createContext, data, type RouterContextProvider } from 'react-router'
import type { Locale } from '../locale.ts'
import type { SiteLocations } from './addresses/site-locations.ts'

/** Foreign sources that a page may load and embed, for its Content-Security-Policy. */
export interface AdmittedSources {
  script: readonly string[]
  frame: readonly string[]
  connect: readonly string[]
}

export type AbsentPage = 404 | 410

/**
 * Request data available to a render. It contains nothing about the visitor, so that a page is the same for everyone.
 */
export interface PageContext {
  locale: Locale
  /** Origin of absolute URLs, without a trailing slash. */
  origin: string
  /** Locations of the sites, as seen from the requested host. */
  locations: SiteLocations
  /** Path with query, as the router sees it. */
  path: string
  /** Status for a path without a page: 404, or 410 if it was removed permanently. */
  absence: AbsentPage
  /** In-process clients; the site defines their type (`src/firm/site/loader-context.ts`). */
  api: unknown
  /** Returns the text of a built style sheet by its URL, to inline it in the page. */
  stylesheet(href: string): string | undefined
  /** Returns the URL of the route manifest for a page, by its innermost route; undefined means the full manifest. */
  manifestOf(routeId: string): string | undefined
  /** Set for a preview, including one with a refused token. */
  preview: 'shown' | 'refused' | undefined
  /**
   * Set by the loader of a page that embeds a third-party service. Only this document has the looser policy, so links
   * to and from it load a new document.
   */
  admittedSources: AdmittedSources | undefined
  /**
   * Set by the loader of a page whose script connects to another server: sources for `connect-src`; the rest of the
   * policy remains strict.
   */
  connects: readonly string[]
  /** Receives errors of loading or rendering, except refusals. */
  report(error: unknown): void
}

/**
 * Context key for loaders. The server bundle and the server that runs it each have a copy of this module; the runner
 * must use the bundle's copy, exported from its entry.
 */
export const pageContext = createContext<PageContext>()

/** Returns how the loaders of a site read their context, whose `api` holds the clients that `app.ts` provides. */
export const createLoaderContexts = <Api>() => {
  type SiteContext = PageContext & { api: Api }
  // Page contexts are not typed by site.
  const readFrame = (context: Readonly<RouterContextProvider>) => context.get(pageContext) as SiteContext
  /** Throws 403 for a refused preview. The frame ignores it, because it also surrounds the error page. */
  const readPage = (context: Readonly<RouterContextProvider>): SiteContext => {
    const page = readFrame(context)
    if (page.preview === 'refused') throw data({ code: 'preview' }, { status: 403 })
    return page
  }
  return { readFrame, readPage }
}
