import { type SiteIdentity, siteIdentities } from '#content/site/site-shell/site-identity.ts'

/** Identity of the shop's site in the shared site shell. */
export const hall: SiteIdentity = { face: 'shop', ...siteIdentities.shop }
