import { type Hall, houses } from '#content/site/hall/hall.ts'

/** Identity of Match among the sites. */
export const matchSite: Hall = { face: 'match', ...houses.match }
