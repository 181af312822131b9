import { m } from '#messages/messages.js'

/** Identity of one trade site (Match, auction or shop) within the shared layout. */
export interface SiteIdentity {
  /** Value of `data-face`, which selects its tokens; prefix of the element ids of its layout. */
  face: string
  /** Root path without locale; all pages are below it. */
  home: string
  /** Name in the current locale. */
  name: () => string
  /** Name in Latin letters, the second line of the logo. */
  latin: string
}

/** Trade sites, as their layouts and the account pages name them. */
export const siteIdentities = {
  match: { home: '/match', name: m.match_name, latin: 'Daecheong Match' },
  auction: { home: '/auction', name: m.auction_name, latin: 'Daecheong Auction' },
  shop: { home: '/shop', name: m.shop_name, latin: 'Daecheong Shop' },
} satisfies Record<string, Omit<SiteIdentity, 'face'>>

/** Menu entry. Paths are without locale. */
export interface MenuEntry {
  title: string
  to: string
  /** Further paths whose pages mark this entry as current. */
  also?: readonly string[]
  /** Paths below `to` that belong to other entries. */
  except?: readonly string[]
  /** True if the target is on another site, which needs a full document load. */
  isElsewhere?: boolean
}

/** True if the path (without locale) is the entry or below it. */
export const isCurrentEntry = ({ to, also = [], except = [] }: MenuEntry, address: string): boolean => {
  const isBelow = (place: string) => address === place || address.startsWith(`${place}/`)
  return [to, ...also].some(isBelow) && !except.some(isBelow)
}

/**
 * Returns the accessible name of the logo. A link must contain every visible word of its label in its name (WCAG
 * 2.5.3).
 */
export const getLogoName = ({ name, latin }: SiteIdentity): string => (name() === latin ? latin : `${name()} ${latin}`)

export const getDrawerId = ({ face }: SiteIdentity): string => `${face}-drawer`
