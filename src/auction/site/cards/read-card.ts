import type { CardName } from '#content/site/social-cards/serve-cards.ts'
import type { Card } from '#content/site/social-cards/social-card.ts'
import { AppError } from '#kit/errors.ts'
import type { AuctionApi } from '../loader-context.ts'
import { type CardKind, isCardPage, pageCard, recordCards } from './social-card.ts'

/**
 * Reads the current content of a card through the public API. Throws the API's error, such as `not_found`, if the
 * record does not exist or is not public.
 */
export const readCard = async (api: AuctionApi, { locale, kind, key }: CardName<CardKind>): Promise<Card> => {
  switch (kind) {
    case 'page':
      if (!isCardPage(key)) throw new AppError('not_found')
      return pageCard(locale, key)
    case 'program':
      return recordCards.program(locale, (await api.programs.open({ params: { id: key } })).program)
    case 'work':
      return recordCards.work(locale, (await api.works.open({ params: { id: key } })).work)
    case 'author':
      return recordCards.author(locale, (await api.authors.open({ params: { id: key } })).author)
  }
}
