import { type Hall, houses } from '#content/site/site-shell/site-identity.ts'

/** Identity of Match among the sites. */
export const matchSite: Hall = { face: 'match', ...houses.match }
