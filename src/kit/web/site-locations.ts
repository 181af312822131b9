import { inLocale, localeOfPath, withoutLocale } from './address.ts'

/** Which host and path the sites of an installation have, by its settings. */
export interface Addresses {
  /** The site whose home page is the first page of the installation's own host. */
  first: string
  /** A site that has a host of its own: `match.example.kr`, with a port where it has one. */
  apart: { site: string; host: string } | null
}

/** The same as one host sees it. */
export interface SiteLocations {
  /** The site whose home page is at `/` here; that of every other site is at its own word (`/match`, `/firm`). */
  first: string
  /** The site this host belongs to; all others are found at the installation's own host. */
  own?: string
  /** A site that is found at another host only. */
  away?: { site: string; origin: string }
}

export const usualAddresses: Addresses = { first: 'firm', apart: null }

export const usualLocations: SiteLocations = { first: 'firm' }

/** The first segment of an address: `match` of `/en/match/fairs?page=2`. */
export const segmentOf = (path: string): string => /^\/([^/?#]*)/.exec(withoutLocale(path))?.[1] ?? ''

/**
 * Where a page really is. Pages name others as if each site were below its own word and the usual one first: `/` is the
 * Firm's home page and `/match` Match's, wherever they are. The answer is absolute where the page is at another host.
 */
export const locationAt = ({ first, away }: SiteLocations, path: string): string => {
  const locale = localeOfPath(path)
  const bare = withoutLocale(path)
  const named = segmentOf(path)
  const site = named || usualLocations.first
  const rest = bare.slice(named.length + 1)
  const isHome = named === '' || rest === '' || /^[?#]/.test(rest)
  const origin = away?.site === site ? away.origin : ''
  if (!isHome) return origin + path
  return origin + inLocale(locale, site === first || origin ? `/${rest}` : `/${site}${rest}`)
}

/** The address, without language, by which pages name the one at that path: the reverse of `locationAt` on one host. */
export const namedAt = ({ first }: SiteLocations, path: string): string => {
  const bare = withoutLocale(path)
  if (bare === '/') return first === usualLocations.first ? '/' : `/${first}`
  return bare === `/${usualLocations.first}` ? '/' : bare
}

let read: () => SiteLocations = () => usualLocations

/** Tells this copy of the module how a page finds out where sites are: on the server each render has its own. */
export const overwriteLocations = (reader: () => SiteLocations): void => {
  read = reader
}

/** `locationAt` for the page that is being rendered or shown. */
export const locate = (path: string): string => locationAt(read(), path)

/** `namedAt` for the page that is being rendered or shown. */
export const nameAt = (path: string): string => namedAt(read(), path)

/** What the server wrote into the document that is shown (`wake.ts`). */
export const locationsOfDocument = (): SiteLocations => {
  const text = document.getElementById('page')?.textContent
  // The data block is the server's own.
  return (text && (JSON.parse(text) as { locations?: SiteLocations }).locations) || usualLocations
}

export const isUsual = ({ first, own, away }: SiteLocations): boolean => first === usualLocations.first && !own && !away
