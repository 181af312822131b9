import { type SiteIdentity, siteIdentities } from '#content/site/site-shell/site-identity.ts'

/** The shop among the sites of the hall. */
export const hall: SiteIdentity = { face: 'shop', ...siteIdentities.shop }
