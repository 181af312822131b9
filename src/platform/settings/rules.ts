import type { Addresses } from '#kit/web/addresses/site-locations.ts'

/** Extracts the verification token of a search engine, also from a pasted meta tag. */
export const extractVerificationToken = (typed: string): string =>
  (/\bcontent\s*=\s*["']([^"']*)["']/i.exec(typed)?.[1] ?? typed).trim()

const defaultPorts = new Set(['80', '443'])

/**
 * Normalizes a host to the form of a browser's Host header: lower case, international names in ASCII (RFC 5890). Null
 * if invalid: with scheme or path, an IP address, a name without a dot, a default port.
 */
export const normalizeHost = (typed: string): string | null => {
  if (!/^[^\s/?#@\\:]+(:\d{1,5})?$/.test(typed)) return null
  const [, port] = typed.split(':')
  if (port !== undefined && (defaultPorts.has(port) || Number(port) < 1 || Number(port) > 65_535)) return null
  if (!URL.canParse(`http://${typed}`)) return null
  const { host, hostname } = new URL(`http://${typed}`)
  const isName = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/.test(hostname)
  return isName ? host : null
}

interface SiteSettings {
  modules: { firm: boolean; match: boolean }
  home: 'firm' | 'match'
  matchHost: string | null
}

/** Site addresses; a disabled site is neither the home site nor at its own host. */
export const siteAddressesOf = ({ modules, home, matchHost }: SiteSettings): Addresses => {
  const apart = modules.match && matchHost ? { site: 'match', host: matchHost } : null
  const first = modules.match && (!modules.firm || (home === 'match' && !apart)) ? 'match' : 'firm'
  return { rootSite: first, ownHost: apart }
}
