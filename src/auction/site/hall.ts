import { type Hall, houses } from '#content/site/hall/hall.ts'

/** The auction among the sites of the hall. */
export const hall: Hall = { face: 'auction', ...houses.auction }
