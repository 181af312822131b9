import type { Picture } from '#kit/contract.ts'
import type { Locale } from '#kit/locale.ts'

/** What a page is announced by in messengers and networks: a picture of 1200 × 630 px (ogp.me). */
export const cardSize = { width: 1200, height: 630 } as const

/** The part of it that a record's own picture takes beside words. */
export const besideSize = { width: 520, height: cardSize.height } as const

/**
 * How a card is laid out. `alone`: the record's picture fills it, without words. `beside`: words, and the picture on
 * the right. `ground`: words over a picture. `plain`: words on paper.
 */
export type CardLook = 'alone' | 'beside' | 'ground' | 'plain'

/** Everything a card shows, and nothing else: pages name its version by it, and the server draws it from it. */
export interface Card {
  kind: string
  /** Last part of the record's address; the name of a page. */
  key: string
  locale: Locale
  look: CardLook
  /** Name of the site, beside its mark. */
  firm: string
  /** A quiet line above the title. */
  over: string
  /** Its line ends are kept where they can be. */
  title: string
  /** Language of the title. */
  lang: Locale
  /** Quiet lines below it; a single one may take two. */
  under: readonly string[]
  /** What the picture is called where it must be. */
  label: string
  /** The file that is drawn; null where there is none: the default background is used. */
  picture: { id: string; width: number } | null
}

/** Grows with every change of how cards look, so that all are made anew. */
const drawing = 1

/** Names what a card shows in eleven characters (cyrb53, a hash of 53 bits); it only renews copies, nothing trusts it. */
export const versionOf = (card: Card): string => {
  let high = drawing
  let low = 0x9e3779b9
  for (const character of JSON.stringify(card)) {
    const code = character.codePointAt(0) ?? 0
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36).padStart(11, '0')
}

/** What a page tells of its card. */
export interface CardLink {
  /** Of the picture, without origin. */
  address: string
  alt: string
}

/** `at`: where the site's cards are served (`serve-cards.ts`). Called by loaders, so that nothing of this goes to the browser but two lines. */
export const linkTo = (card: Card, at = '/og'): CardLink => ({
  address: `${at}/${card.locale}/${card.kind}/${card.key}.jpg?v=${versionOf(card)}`,
  alt: card.title.split(/\s*\n\s*/).join(card.lang === 'cn' ? '' : ' '),
})

/** The smallest variant that fills a place of that many px; the widest where none does. */
export const variantFor = (picture: Picture, place: { width: number; height: number }): Card['picture'] => {
  const needed = Math.max(place.width, (place.height * picture.width) / picture.height)
  const width = picture.widths.find((each) => each >= needed) ?? picture.widths.at(-1)
  return width ? { id: picture._id, width } : null
}

export const besideOr = (look: CardLook, picture: Picture | null | undefined): Pick<Card, 'look' | 'picture'> => {
  const variant = picture ? variantFor(picture, besideSize) : null
  return { look: variant ? 'beside' : look, picture: variant }
}
