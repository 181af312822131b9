import { m } from '#messages/messages.js'

/** What tells one site of the hall (Match, auction, shop) from another in their common frame. */
export interface Hall {
  /** Its word in `data-face`, for which its tokens hold; the ids of its frame begin with it. */
  face: string
  /** Its first address, without language; its pages are below it. */
  home: string
  /** Its name in the language of the page. */
  name: () => string
  /** Its name in Latin letters, shown below the other in the logo. */
  latin: string
}

/** The sites of the hall, as their own frames and the account pages name them. */
export const houses = {
  match: { home: '/match', name: m.match_name, latin: 'Daecheong Match' },
  auction: { home: '/auction', name: m.auction_name, latin: 'Daecheong Auction' },
  shop: { home: '/shop', name: m.shop_name, latin: 'Daecheong Shop' },
} satisfies Record<string, Omit<Hall, 'face'>>

/** A place of the menu. Addresses are without language. */
export interface MenuEntry {
  title: string
  to: string
  /** Other addresses below which one is there too. */
  also?: readonly string[]
  /** Addresses below `to` that are places of their own. */
  except?: readonly string[]
  /** The place is of another site, whose frame is another document. */
  isElsewhere?: boolean
}

/** Whether an address, without language, is that place or below it. */
export const isAt = ({ to, also = [], except = [] }: MenuEntry, address: string): boolean => {
  const isBelow = (place: string) => address === place || address.startsWith(`${place}/`)
  return [to, ...also].some(isBelow) && !except.some(isBelow)
}

/** The words of the logo as it is read: every word that is seen is in the name of a link that has it (WCAG 2.5.3). */
export const logoName = ({ name, latin }: Hall): string => (name() === latin ? latin : `${name()} ${latin}`)

export const drawerId = ({ face }: Hall): string => `${face}-drawer`
