import {
  type Card,
  type CardLink,
  createPageCard,
  createRecordCard,
  getCardLink as linkToCard,
} from '#content/site/social-cards/social-card.ts'
import type { Locale } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import type { PublicAuctionLine } from '../../auctions/contract.ts'
import type { PublicAuthorLine } from '../../authors/contract.ts'
import type { PublicWorkLine } from '../../works/contract.ts'

/** Base path of the auction's social cards. */
export const cardsPath = '/og/auction'

export const cardKinds = ['page', 'program', 'work', 'author'] as const
export type CardKind = (typeof cardKinds)[number]

/** Titles of the static pages. */
const pageTitles = {
  home: m.auction_home_title,
  results: m.auction_menu_results,
  authors: m.auction_menu_authors,
} as const
export type CardPage = keyof typeof pageTitles
export const isCardPage = (key: string): key is CardPage => key in pageTitles

const nameOf = (locale: Locale): string => m.auction_name({}, { locale })

export const pageCard = (locale: Locale, key: CardPage): Card =>
  createPageCard({ key, locale, firm: nameOf(locale), title: pageTitles[key]({}, { locale }) })

type Record = Omit<Parameters<typeof createRecordCard>[0], 'firm'>

const recordCard = (card: Record): Card => createRecordCard({ ...card, firm: nameOf(card.locale) })

/** Cards of records, for the page's head and for drawing. They show no prices, because cards are cached for long. */
export const recordCards = {
  program: (locale: Locale, program: Pick<PublicAuctionLine, '_id' | 'title' | 'lang' | 'pictures'>): Card =>
    recordCard({
      kind: 'program',
      key: program._id,
      locale,
      over: m.auction_name({}, { locale }),
      title: program.title,
      lang: program.lang,
      under: [],
      picture: program.pictures[0] ?? null,
    }),
  work: (locale: Locale, work: PublicWorkLine): Card =>
    recordCard({
      kind: 'work',
      key: work._id,
      locale,
      over: work.program.title,
      title: work.title,
      lang: work.lang,
      under: work.author ? [work.author.name] : [],
      picture: work.picture,
    }),
  author: (locale: Locale, author: PublicAuthorLine): Card =>
    recordCard({
      kind: 'author',
      key: author._id,
      locale,
      over: m.auction_menu_authors({}, { locale }),
      title: author.name,
      lang: author.lang,
      under: [],
      picture: author.picture,
    }),
}

/** Returns the metadata that links a page to its card. */
export const linkCard = (card: Card): CardLink => linkToCard(card, cardsPath)
