import type { Hall } from '#content/site/hall/hall.ts'
import { m } from '#messages/messages.js'
import { home } from './place.ts'

/** The auction among the sites of the hall. */
export const hall: Hall = { face: 'auction', home, name: m.auction_name, latin: 'Daecheong Auction' }
