import { m } from '#messages/messages.js'
import type { PublicSetting } from '#platform/settings/contract.ts'
import type { Hall } from './hall.ts'

const face = 'account'

/** Whose name is over the account pages in the hall's look: the first of its sites that is switched on. */
export const accountHall = (modules: PublicSetting['modules']): Hall => {
  if (modules.match) return { face, home: '/match', name: m.match_name, latin: 'Daecheong Match' }
  if (modules.auction) return { face, home: '/auction', name: m.auction_name, latin: 'Daecheong Auction' }
  return { face, home: '/shop', name: m.shop_name, latin: 'Daecheong Shop' }
}
