import type { CardName } from '#content/site/social-cards/serve-cards.ts'
import type { Card } from '#content/site/social-cards/social-card.ts'
import { AppError } from '#kit/errors.ts'
import type { MatchApi } from '../loader-context.ts'
import { type CardKind, isCardPage, pageCard, recordCards } from './match-card.ts'

/** Key of a record within a fair: two UUIDs joined by a hyphen. */
const pair = /^([0-9a-f-]{36})-([0-9a-f-]{36})$/

const parsePair = (key: string): [fair: string, record: string] => {
  const [, fair, record] = pair.exec(key) ?? []
  if (!fair || !record) throw new AppError('not_found')
  return [fair, record]
}

/**
 * Loads the card for an image name through the public API, so that a missing or private record fails as its page does.
 */
export const readCard = async (api: MatchApi, { locale, kind, key }: CardName<CardKind>): Promise<Card> => {
  switch (kind) {
    case 'page':
      if (!isCardPage(key)) throw new AppError('not_found')
      return pageCard(locale, key)
    case 'fair':
      return recordCards.fair(locale, (await api.fairs.open({ params: { id: key } })).fair)
    case 'product': {
      if (!pair.test(key)) {
        const { product } = await api.products.product({ params: { id: key } })
        return recordCards.product(locale, product, null)
      }
      const [id, record] = parsePair(key)
      const [{ fair }, { product }] = await Promise.all([
        api.fairs.open({ params: { id } }),
        api.products.oneInFair({ params: { id, product: record } }),
      ])
      return recordCards.product(locale, product, fair)
    }
    case 'seller': {
      const [id, record] = parsePair(key)
      const [{ fair }, { seller }, { products }] = await Promise.all([
        api.fairs.open({ params: { id } }),
        api.participants.seller({ params: { id, seller: record } }),
        api.products.inFair({ params: { id }, query: { seller: record, limit: 1 } }),
      ])
      return recordCards.seller(locale, seller, fair, products[0]?.picture ?? null)
    }
    case 'buyer': {
      const [id, record] = parsePair(key)
      const [{ fair }, { buyer }] = await Promise.all([
        api.fairs.open({ params: { id } }),
        api.participants.buyer({ params: { id, buyer: record } }),
      ])
      return recordCards.buyer(locale, buyer, fair)
    }
  }
}
