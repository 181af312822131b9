import {
  type Card,
  type CardLink,
  choosePictureLayout,
  getCardLink as linkToCard,
} from '#content/site/social-cards/social-card.ts'
import type { Locale } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import type { PublicGoodLine } from '../../goods/contract.ts'

/** Path of the shop's social cards. */
export const cardsPath = '/og/shop'

export const cardKinds = ['page', 'product'] as const
export type CardKind = (typeof cardKinds)[number]

const nameOf = (locale: Locale): string => m.shop_name({}, { locale })

/** Shared card of all lists; its key is `home`. */
export const homeCard = (locale: Locale): Card => ({
  kind: 'page',
  key: 'home',
  locale,
  look: 'ground',
  firm: nameOf(locale),
  over: '',
  title: m.shop_title({}, { locale }),
  lang: locale,
  under: [],
  label: '',
  picture: null,
})

/** Without a price: cards are cached for a long time. */
export const productCard = (
  locale: Locale,
  product: Pick<PublicGoodLine, '_id' | 'name' | 'lang' | 'maker' | 'picture'>,
): Card => ({
  kind: 'product',
  key: product._id,
  locale,
  firm: nameOf(locale),
  over: product.maker,
  title: product.name,
  lang: product.lang,
  under: [],
  label: '',
  ...choosePictureLayout('plain', product.picture),
})

/** Returns the card's image URL and alternative text for a page's metadata. */
export const linkCard = (card: Card): CardLink => linkToCard(card, cardsPath)
