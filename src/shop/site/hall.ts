import type { Hall } from '#content/site/hall/hall.ts'
import { m } from '#messages/messages.js'
import { home } from './place.ts'

/** The shop among the sites of the hall. */
export const hall: Hall = { face: 'shop', home, name: m.shop_name, latin: 'Daecheong Shop' }
