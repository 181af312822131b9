import { type Hall, houses } from '#content/site/site-shell/site-identity.ts'

/** The shop among the sites of the hall. */
export const hall: Hall = { face: 'shop', ...houses.shop }
