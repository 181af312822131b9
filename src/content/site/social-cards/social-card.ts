import type { Picture } from '#kit/contract.ts'
import type { Locale } from '#kit/locale.ts'

/** Size of a social card, the preview image in messengers and social networks: 1200 × 630 px (ogp.me). */
export const cardSize = { width: 1200, height: 630 } as const

/** Size in px of the record's picture in the layout `beside`. */
export const besideSize = { width: 520, height: cardSize.height } as const

/**
 * Card layouts. `alone`: the record's picture fills the card, without text. `beside`: text, and the picture on the
 * right. `ground`: text over a picture. `plain`: text on paper.
 */
export type CardLayout = 'alone' | 'beside' | 'ground' | 'plain'

/** Content of a card and nothing else: pages derive the version from it, and the server draws it. */
export interface Card {
  kind: string
  /** Slug or key of the record; the name of a static page. */
  key: string
  locale: Locale
  look: CardLayout
  /** Name of the site, beside its logo. */
  firm: string
  /** Secondary line above the title. */
  over: string
  /** Line breaks are kept if they fit. */
  title: string
  /** Language of the title. */
  lang: Locale
  /** Secondary lines below the title; a single one may wrap to two lines. */
  under: readonly string[]
  /** Label on the picture that marks it as a demonstration; '' for none. */
  label: string
  /** File to draw; null: the default background. */
  picture: { id: string; width: number } | null
}

/** Version of the drawing code. Increase it whenever cards look different, so that all are redrawn. */
const drawing = 1

/**
 * Returns a hash of the content in eleven characters (cyrb53, 53 bits). It only versions URLs; nothing depends on it
 * for security.
 */
export const hashCard = (card: Card): string => {
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

/** Open Graph image of a page. */
export interface CardLink {
  /** Path of the image with its version, without origin. */
  address: string
  alt: string
}

/**
 * Returns the image URL and alternative text of a card; `at` is the base path of the site's cards (`serve-cards.ts`).
 * Call it in a loader, so that the browser receives only these two strings.
 */
export const getCardLink = (card: Card, at = '/og'): CardLink => ({
  address: `${at}/${card.locale}/${card.kind}/${card.key}.jpg?v=${hashCard(card)}`,
  alt: card.title.split(/\s*\n\s*/).join(card.lang === 'cn' ? '' : ' '),
})

/** Returns the smallest variant that covers the place (px), or the widest if none does. */
export const choosePictureVariant = (picture: Picture, size: { width: number; height: number }): Card['picture'] => {
  const needed = Math.max(size.width, (size.height * picture.width) / picture.height)
  const width = picture.widths.find((each) => each >= needed) ?? picture.widths.at(-1)
  return width ? { id: picture._id, width } : null
}

export const choosePictureLayout = (
  look: CardLayout,
  picture: Picture | null | undefined,
): Pick<Card, 'look' | 'picture'> => {
  const variant = picture ? choosePictureVariant(picture, besideSize) : null
  return { look: variant ? 'beside' : look, picture: variant }
}

/** Card of a static page: its title over the default background. */
export const createPageCard = ({
  key,
  locale,
  firm,
  title,
}: Pick<Card, 'key' | 'locale' | 'firm' | 'title'>): Card => ({
  kind: 'page',
  key,
  locale,
  look: 'ground',
  firm,
  over: '',
  title,
  lang: locale,
  under: [],
  label: '',
  picture: null,
})

/** Card of a record: text beside its picture, or text only without one. */
export const createRecordCard = ({
  picture,
  ...card
}: Omit<Card, 'look' | 'label' | 'picture'> & { picture: Picture | null | undefined }): Card => ({
  ...card,
  label: '',
  ...choosePictureLayout('plain', picture),
})
