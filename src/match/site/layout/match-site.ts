import { type Hall, houses } from '#content/site/hall/hall.ts'

/** Identity of Match among the sites. */
export const hall: Hall = { face: 'match', ...houses.match }
