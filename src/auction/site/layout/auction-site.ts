import { type SiteIdentity, siteIdentities } from '#content/site/site-shell/site-identity.ts'

/** The auction site's entry among the product sites. */
export const auctionSite: SiteIdentity = { face: 'auction', ...siteIdentities.auction }
