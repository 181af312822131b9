import type { CardProvider } from '../rules-card-provider.ts'
import { portone } from './call-portone.ts'
import { toss } from './call-toss.ts'

const known = new Map<string, CardProvider>()

/** The provider that the setting `CARD_URL` names; undefined where it names none: cards are not offered. */
export const cardProvider = (url: string | undefined): CardProvider | undefined => {
  if (!url) return undefined
  const made = known.get(url) ?? (url.startsWith('toss:') ? toss(url) : portone(url))
  known.set(url, made)
  return made
}
