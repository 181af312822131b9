import type { PublicSetting } from '#platform/settings/contract.ts'
import { type Hall, houses } from './site-identity.ts'

/** Returns the site named in the header of account pages: the first enabled trade site. */
export const accountHall = ({ match, auction }: PublicSetting['modules']): Hall => ({
  face: 'account',
  ...houses[match ? 'match' : auction ? 'auction' : 'shop'],
})
