import { type SiteIdentity, siteIdentities } from '#content/site/site-shell/site-identity.ts'

/** Identity of the shop's site in the shared site shell. */
export const shopSite: SiteIdentity = { face: 'shop', ...siteIdentities.shop }
