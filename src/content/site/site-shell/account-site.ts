import type { PublicSetting } from '#platform/settings/contract.ts'
import { type SiteIdentity, siteIdentities } from './site-identity.ts'

/** Returns the site named in the header of account pages: the first enabled trade site. */
export const chooseAccountSite = ({ match, auction }: PublicSetting['modules']): SiteIdentity => ({
  face: 'account',
  ...siteIdentities[match ? 'match' : auction ? 'auction' : 'shop'],
})
