import {
  type Card,
  type CardLink,
  createPageCard,
  createRecordCard,
  getCardLink as linkToCard,
} from '#content/site/social-cards/social-card.ts'
import type { Picture } from '#kit/contract.ts'
import type { Locale } from '#kit/locale.ts'
import type { PublicFairLine } from '#match/fairs/contract.ts'
import type { BuyerLine, SellerLine } from '#match/participants/contract.ts'
import type { ProductLine } from '#match/products/contract.ts'
import { m } from '#messages/messages.js'
import { formatPeriod } from '../text/format-dates.ts'

/** Path under which the Open Graph images of Match are served. */
export const cardsPath = '/og/match'

export const cardKinds = ['page', 'fair', 'product', 'seller', 'buyer'] as const
export type CardKind = (typeof cardKinds)[number]

/** Titles of the static pages. */
const pageTitles = {
  home: m.match_hero_title,
  about: m.match_about_title,
  'manual-seller': m.match_manual_seller,
  'manual-buyer': m.match_manual_buyer,
  notices: m.match_menu_notices,
  faq: m.match_faq,
  join: m.match_join,
  'join-seller': m.match_join_seller,
  'join-buyer': m.match_join_buyer,
  fairs: m.match_menu_fairs,
  products: m.match_products_title,
  search: m.match_search,
} as const
export type CardPage = keyof typeof pageTitles
export const isCardPage = (key: string): key is CardPage => key in pageTitles

const nameOf = (locale: Locale): string => m.match_name({}, { locale })

export const pageCard = (locale: Locale, key: CardPage): Card =>
  createPageCard({ key, locale, firm: nameOf(locale), title: pageTitles[key]({}, { locale }) })

type TitledFair = Pick<PublicFairLine, '_id' | 'title'>

type Record = Omit<Parameters<typeof createRecordCard>[0], 'firm'>

const recordCard = (card: Record): Card => createRecordCard({ ...card, firm: nameOf(card.locale) })

const omitEmpty = (...lines: readonly string[]): string[] => lines.filter(Boolean)

/** Cards of records, used by both the pages and the image renderer. */
export const recordCards = {
  fair: (locale: Locale, fair: PublicFairLine): Card =>
    recordCard({
      kind: 'fair',
      key: fair._id,
      locale,
      over: m.match_menu_fairs({}, { locale }),
      title: fair.title,
      lang: fair.lang,
      under: omitEmpty(formatPeriod(fair.startsAt, fair.endsAt, locale), fair.venue),
      picture: fair.thumbs[0] ?? null,
    }),
  product: (locale: Locale, product: ProductLine, fair: TitledFair | null): Card =>
    recordCard({
      kind: 'product',
      key: fair ? `${fair._id}-${product._id}` : product._id,
      locale,
      over: fair ? fair.title : m.match_products_title({}, { locale }),
      title: product.name,
      lang: product.lang,
      under: omitEmpty(product.seller.name),
      picture: product.picture,
    }),
  seller: (locale: Locale, seller: SellerLine, fair: TitledFair, picture: Picture | null): Card =>
    recordCard({
      kind: 'seller',
      key: `${fair._id}-${seller._id}`,
      locale,
      over: fair.title,
      title: seller.name,
      lang: locale,
      under: omitEmpty(seller.category),
      picture,
    }),
  buyer: (locale: Locale, buyer: BuyerLine, fair: TitledFair): Card =>
    recordCard({
      kind: 'buyer',
      key: `${fair._id}-${buyer._id}`,
      locale,
      over: fair.title,
      title: buyer.name,
      lang: locale,
      under: omitEmpty(buyer.areaCity),
      picture: null,
    }),
}

/** Link to the card for the head of a page. */
export const toCardLink = (card: Card): CardLink => linkToCard(card, cardsPath)
