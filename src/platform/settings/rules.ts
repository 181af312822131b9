import type { Addresses } from '#kit/web/addresses/site-locations.ts'

/** The proof a search engine gave: the value alone, also where the whole tag was pasted. */
export const verificationValue = (given: string): string =>
  (/\bcontent\s*=\s*["']([^"']*)["']/i.exec(given)?.[1] ?? given).trim()

const usualPorts = new Set(['80', '443'])

/**
 * A host as the Host header of a browser spells it: lower case, international names in ASCII (RFC 5890). Null for what is
 * none: an address with a scheme or a path, an IP address, a name without a dot, a port that browsers leave out.
 */
export const hostOf = (given: string): string | null => {
  if (!/^[^\s/?#@\\:]+(:\d{1,5})?$/.test(given)) return null
  const [, port] = given.split(':')
  if (port !== undefined && (usualPorts.has(port) || Number(port) < 1 || Number(port) > 65_535)) return null
  if (!URL.canParse(`http://${given}`)) return null
  const { host, hostname } = new URL(`http://${given}`)
  const isName = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/.test(hostname)
  return isName ? host : null
}

interface Placed {
  modules: { firm: boolean; match: boolean }
  home: 'firm' | 'match'
  matchHost: string | null
}

/** Which sites are where: a site that is off is neither first nor at a host of its own. */
export const addressesOf = ({ modules, home, matchHost }: Placed): Addresses => {
  const apart = modules.match && matchHost ? { site: 'match', host: matchHost } : null
  const first = modules.match && (!modules.firm || (home === 'match' && !apart)) ? 'match' : 'firm'
  return { first, apart }
}
