import type { Hall } from '#content/site/hall/hall.ts'
import { m } from '#messages/messages.js'
import { home } from './place.ts'

/** Match among the sites of the hall. */
export const hall: Hall = { face: 'match', home, name: m.match_name, latin: 'Daecheong Match' }
