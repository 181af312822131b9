import type { PublicSetting } from '#platform/settings/contract.ts'
import { type Hall, houses } from './hall.ts'

/** Whose name is over the account pages in the hall's look: the first of its sites that is switched on. */
export const accountHall = ({ match, auction }: PublicSetting['modules']): Hall => ({
  face: 'account',
  ...houses[match ? 'match' : auction ? 'auction' : 'shop'],
})
