import {
  type Card,
  type CardLink,
  choosePictureLayout,
  getCardLink as linkToCard,
} from '#content/site/social-cards/social-card.ts'
import type { Locale } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import type { PublicGoodLine } from '../../goods/contract.ts'

/** Where the shop's cards are served. */
export const cardsAt = '/og/shop'

export const cardKinds = ['page', 'product'] as const
export type CardKind = (typeof cardKinds)[number]

const nameOf = (locale: Locale): string => m.shop_name({}, { locale })

/** The one card of the lists; its key is `home`. */
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

/** Prices are on none: a card is kept for long. */
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

/** What a page of the shop tells of its card. */
export const linkTo = (card: Card): CardLink => linkToCard(card, cardsAt)
