import { type Hall, houses } from '#content/site/hall/hall.ts'

/** Match among the sites of the hall. */
export const hall: Hall = { face: 'match', ...houses.match }
