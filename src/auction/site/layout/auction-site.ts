import { type Hall, houses } from '#content/site/site-shell/site-identity.ts'

/** The auction site's entry among the product sites. */
export const auctionSite: Hall = { face: 'auction', ...houses.auction }
