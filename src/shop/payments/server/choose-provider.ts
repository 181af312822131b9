import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import type { CardProvider } from '../rules-card-provider.ts'
import { createPortoneProvider } from './call-portone.ts'
import { createTossProvider } from './call-toss.ts'

const providers = new Map<string, CardProvider>()

/** Returns the provider of the setting `CARD_URL`; undefined if unset, and cards are not offered. */
export const findCardProvider = (url: string | undefined): CardProvider | undefined => {
  if (!url) return undefined
  const provider =
    providers.get(url) ?? (url.startsWith('toss:') ? createTossProvider(url) : createPortoneProvider(url))
  providers.set(url, provider)
  return provider
}

/** Returns the configured card provider; throws `conflict` if there is none. */
export const assertProvider = (context: Context): CardProvider => {
  const provider = findCardProvider(context.services.settings.cardUrl)
  if (!provider) throw new AppError('conflict', { fields: { payment: 'order_card' } })
  return provider
}
