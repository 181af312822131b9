import { inLocale, localeOfPath, withoutLocale } from './locale-path.ts'

/** Hosts and paths of the installation's sites, according to its settings. */
export interface Addresses {
  /** Site whose home page is at `/` of the installation's main host. */
  rootSite: string
  /** Site with its own host: `match.example.kr`, with a port if needed. */
  ownHost: { site: string; host: string } | null
}

/** Locations of the sites, as seen from one host. */
export interface SiteLocations {
  /** Site whose home page is at `/` on this host; other sites are at their own segment (`/match`, `/firm`). */
  rootSite: string
  /** Site to which this host belongs; all others are at the main host. */
  hostSite?: string
  /** Site that is only available at another host. */
  otherHost?: { site: string; origin: string }
}

export const defaultAddresses: Addresses = { rootSite: 'firm', ownHost: null }

export const defaultLocations: SiteLocations = { rootSite: 'firm' }

/** Returns the first segment of a path without language: `match` for `/en/match/fairs?page=2`. */
export const segmentOf = (path: string): string => /^\/([^/?#]*)/.exec(withoutLocale(path))?.[1] ?? ''

/**
 * Converts a page's nominal path to its actual location. Pages refer to each other as if every site were at its own
 * segment and the default site at `/`: `/` is the Firm's home page and `/match` that of Match, wherever they are
 * served. Returns an absolute URL if the page is at another host.
 */
export const locationAt = ({ rootSite, otherHost }: SiteLocations, path: string): string => {
  const locale = localeOfPath(path)
  const pathWithoutLocale = withoutLocale(path)
  const segment = segmentOf(path)
  const site = segment || defaultLocations.rootSite
  const rest = pathWithoutLocale.slice(segment.length + 1)
  const isHome = segment === '' || rest === '' || /^[?#]/.test(rest)
  const origin = otherHost?.site === site ? otherHost.origin : ''
  if (!isHome) return origin + path
  return origin + inLocale(locale, site === rootSite || origin ? `/${rest}` : `/${site}${rest}`)
}

/** Returns the nominal path, without language, of a location: the inverse of `locationAt` on one host. */
export const nominalPathAt = ({ rootSite }: SiteLocations, path: string): string => {
  const pathWithoutLocale = withoutLocale(path)
  if (pathWithoutLocale === '/') return rootSite === defaultLocations.rootSite ? '/' : `/${rootSite}`
  return pathWithoutLocale === `/${defaultLocations.rootSite}` ? '/' : pathWithoutLocale
}

let read: () => SiteLocations = () => defaultLocations

/** Sets how this copy of the module obtains the site locations: on the server, each render has its own. */
export const overwriteLocations = (readLocations: () => SiteLocations): void => {
  read = readLocations
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

export const isDefaultAddress = ({ rootSite, hostSite, otherHost }: SiteLocations): boolean =>
  rootSite === defaultLocations.rootSite && !hostSite && !otherHost
