import { besideOr, type Card, type CardLink, linkTo as linkToCard } from '#content/site/cards/card.ts'
import type { Picture } from '#kit/contract.ts'
import type { Locale } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import type { PublicAuthorLine } from '../../authors/contract.ts'
import type { PublicProgramLine } from '../../programs/contract.ts'
import type { PublicWorkLine } from '../../works/contract.ts'

/** Where the auction's cards are served. */
export const cardsAt = '/og/auction'

export const cardKinds = ['page', 'program', 'work', 'author'] as const
export type CardKind = (typeof cardKinds)[number]

/** Pages that exist whatever records there are, with their titles. */
const pageTitles = {
  home: m.auction_home_title,
  results: m.auction_menu_results,
  authors: m.auction_menu_authors,
} as const
export type CardPage = keyof typeof pageTitles
export const isCardPage = (key: string): key is CardPage => key in pageTitles

const nameOf = (locale: Locale): string => m.auction_name({}, { locale })

export const pageCard = (locale: Locale, key: CardPage): Card => ({
  kind: 'page',
  key,
  locale,
  look: 'ground',
  firm: nameOf(locale),
  over: '',
  title: pageTitles[key]({}, { locale }),
  lang: locale,
  under: [],
  label: '',
  picture: null,
})

type Record = Pick<Card, 'kind' | 'key' | 'locale' | 'over' | 'title' | 'lang' | 'under'> & { picture: Picture | null }

/** A record beside its picture, or words alone. */
const recordCard = ({ picture, ...card }: Record): Card => ({
  ...card,
  firm: nameOf(card.locale),
  label: '',
  ...besideOr('plain', picture),
})

/** The cards of records, as their pages and the drawing read them. Prices are on none: a card is kept for long. */
export const cardOf = {
  program: (locale: Locale, program: Pick<PublicProgramLine, '_id' | 'title' | 'lang' | 'pictures'>): Card =>
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

/** What a page of the auction tells of its card. */
export const linkTo = (card: Card): CardLink => linkToCard(card, cardsAt)
