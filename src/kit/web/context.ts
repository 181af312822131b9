import { createContext } from 'react-router'
import type { Locale } from '../locale.ts'
import type { SiteLocations } from './site-locations.ts'

/** What a page may load from elsewhere and show of it, as sources of a Content-Security-Policy. */
export interface Admitted {
  script: readonly string[]
  frame: readonly string[]
  connect: readonly string[]
}

export type Absence = 404 | 410

/** What a render knows of its request. Nothing of the visitor is in it, so that a page is the same for everybody. */
export interface PageContext {
  locale: Locale
  /** Origin of absolute addresses, without a slash at its end. */
  origin: string
  /** where the sites are, seen from the host that was asked. */
  locations: SiteLocations
  /** Path with query, as the router sees it. */
  path: string
  /** Status of an address without a page: 404, or 410 where something was removed for good. */
  absence: Absence
  /** The in-process clients; the site gives them their type (`src/firm/site/api.ts`). */
  api: unknown
  /** Text of a built style sheet by its address, to inline it in the page. */
  stylesheet(href: string): string | undefined
  /** Address of the manifest of routes for a page, by its innermost route; undefined: the whole one. */
  manifestOf(routeId: string): string | undefined
  /** Whether it is a preview, also one whose token is refused. */
  preview: 'shown' | 'refused' | undefined
  /**
   * Set by the loader of a page that a service of somebody else works in: this document alone has the looser policy, so
   * a link to it and from it fetches a document.
   */
  admitted: Admitted | undefined
  /** Set by the loader of a page whose script talks to another server: sources of `connect-src`; all else stays strict. */
  connects: readonly string[]
  /** Takes what went wrong while loading or rendering, refusals excepted. */
  report(error: unknown): void
}

/**
 * The key under which loaders find it. The bundled server and the server that runs it each have a copy of this
 * module; the runner takes the bundle's, from its entry.
 */
export const pageContext = createContext<PageContext>()
