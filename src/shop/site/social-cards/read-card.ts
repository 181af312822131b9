import type { CardName } from '#content/site/social-cards/serve-cards.ts'
import type { Card } from '#content/site/social-cards/social-card.ts'
import { AppError } from '#kit/errors.ts'
import type { ShopApi } from '../loader-context.ts'
import { type CardKind, homeCard, productCard } from './create-cards.ts'

/** Reads the current content of a card through the public API. */
export const readCard = async (api: ShopApi, { locale, kind, key }: CardName<CardKind>): Promise<Card> => {
  if (kind === 'product') return productCard(locale, (await api.goods.open({ params: { id: key } })).product)
  if (key !== 'home') throw new AppError('not_found')
  return homeCard(locale)
}
