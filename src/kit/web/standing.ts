import { inLocale, localeOfPath, withoutLocale } from './address.ts'

/** Where the sites of an installation stand, as its settings have it. */
export interface Addresses {
  /** The site whose home page is the first page of the installation's own host. */
  first: string
  /** A site that has a host of its own: `match.example.kr`, with a port where it has one. */
  apart: { site: string; host: string } | null
}

/** The same as one host sees it. */
export interface Standing {
  /** The site whose home page is at `/` here; that of every other site is at its own word (`/match`, `/firm`). */
  first: string
  /** The site this host belongs to; all others are found at the installation's own host. */
  own?: string
  /** A site that is found at another host only. */
  away?: { site: string; origin: string }
}

export const usualAddresses: Addresses = { first: 'firm', apart: null }

export const usualStanding: Standing = { first: 'firm' }

/** The first segment of an address: `match` of `/en/match/fairs?page=2`. */
export const segmentOf = (path: string): string => /^\/([^/?#]*)/.exec(withoutLocale(path))?.[1] ?? ''

/**
 * Where a page really is. Pages name others as if each site were below its own word and the usual one first: `/` is the
 * Firm's home page and `/match` Match's, wherever they are. The answer is absolute where the page is at another host.
 */
export const standingAt = ({ first, away }: Standing, path: string): string => {
  const locale = localeOfPath(path)
  const bare = withoutLocale(path)
  const named = segmentOf(path)
  const site = named || usualStanding.first
  const rest = bare.slice(named.length + 1)
  const isHome = named === '' || rest === '' || /^[?#]/.test(rest)
  const origin = away?.site === site ? away.origin : ''
  if (!isHome) return origin + path
  return origin + inLocale(locale, site === first || origin ? `/${rest}` : `/${site}${rest}`)
}

/** The address, without language, by which pages name the one at that path: the reverse of `standingAt` on one host. */
export const namedAt = ({ first }: Standing, path: string): string => {
  const bare = withoutLocale(path)
  if (bare === '/') return first === usualStanding.first ? '/' : `/${first}`
  return bare === `/${usualStanding.first}` ? '/' : bare
}

let read: () => Standing = () => usualStanding

/** Tells this copy of the module how a page finds out where sites stand: on the server each render has its own. */
export const overwriteStanding = (reader: () => Standing): void => {
  read = reader
}

/** `standingAt` for the page that is being rendered or shown. */
export const standAt = (path: string): string => standingAt(read(), path)

/** `namedAt` for the page that is being rendered or shown. */
export const nameAt = (path: string): string => namedAt(read(), path)

/** What the server wrote into the document that is shown (`wake.ts`). */
export const standingOfDocument = (): Standing => {
  const text = document.getElementById('page')?.textContent
  // The data block is the server's own.
  return (text && (JSON.parse(text) as { standing?: Standing }).standing) || usualStanding
}

export const isUsual = ({ first, own, away }: Standing): boolean => first === usualStanding.first && !own && !away
