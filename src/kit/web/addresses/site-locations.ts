import { inLocale, localeOfPath, withoutLocale } from './locale-path.ts'

/** Hosts and paths of the installation's sites, according to its settings. */
export interface Addresses {
  /** Site whose home page is at `/` of the installation's main host. */
  first: string
  /** Site with its own host: `match.example.kr`, with a port if needed. */
  apart: { site: string; host: string } | null
}

/** Locations of the sites, as seen from one host. */
export interface SiteLocations {
  /** Site whose home page is at `/` on this host; other sites are at their own segment (`/match`, `/firm`). */
  first: string
  /** Site to which this host belongs; all others are at the main host. */
  own?: string
  /** Site that is only available at another host. */
  away?: { site: string; origin: string }
}

export const defaultAddresses: Addresses = { first: 'firm', apart: null }

export const defaultLocations: SiteLocations = { first: 'firm' }

/** Returns the first segment of a path without language: `match` for `/en/match/fairs?page=2`. */
export const segmentOf = (path: string): string => /^\/([^/?#]*)/.exec(withoutLocale(path))?.[1] ?? ''

/**
 * Converts a page's nominal path to its actual location. Pages refer to each other as if every site were at its own
 * segment and the default site at `/`: `/` is the Firm's home page and `/match` that of Match, wherever they are
 * served. Returns an absolute URL if the page is at another host.
 */
export const locationAt = ({ first, away }: SiteLocations, path: string): string => {
  const locale = localeOfPath(path)
  const bare = withoutLocale(path)
  const named = segmentOf(path)
  const site = named || defaultLocations.first
  const rest = bare.slice(named.length + 1)
  const isHome = named === '' || rest === '' || /^[?#]/.test(rest)
  const origin = away?.site === site ? away.origin : ''
  if (!isHome) return origin + path
  return origin + inLocale(locale, site === first || origin ? `/${rest}` : `/${site}${rest}`)
}

/** Returns the nominal path, without language, of a location: the inverse of `locationAt` on one host. */
export const nominalPathAt = ({ first }: SiteLocations, path: string): string => {
  const bare = withoutLocale(path)
  if (bare === '/') return first === defaultLocations.first ? '/' : `/${first}`
  return bare === `/${defaultLocations.first}` ? '/' : bare
}

let read: () => SiteLocations = () => defaultLocations

/** Sets how this copy of the module obtains the site locations: on the server, each render has its own. */
export const overwriteLocations = (reader: () => SiteLocations): void => {
  read = reader
}

/** `locationAt` for the current page. */
export const locatePath = (path: string): string => locationAt(read(), path)

/** `namedAt` for the current page. */
export const nominalPath = (path: string): string => nominalPathAt(read(), path)

/** Reads the site locations that the server wrote into the document (`hydrate-script.ts`). */
export const locationsOfDocument = (): SiteLocations => {
  const text = document.getElementById('page')?.textContent
  // Trusted: the server wrote the data block.
  return (text && (JSON.parse(text) as { locations?: SiteLocations }).locations) || defaultLocations
}

export const isDefaultAddress = ({ first, own, away }: SiteLocations): boolean =>
  first === defaultLocations.first && !own && !away
