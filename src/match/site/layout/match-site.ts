import { type SiteIdentity, siteIdentities } from '#content/site/site-shell/site-identity.ts'

/** Identity of Match among the sites. */
export const matchSite: SiteIdentity = { face: 'match', ...siteIdentities.match }
