import { matchings } from '#match/matchings/contract.ts'

/** The badges of a fair on paper. */
export const badgesRoute = { paper: matchings.paper }
