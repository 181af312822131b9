import { matchings } from '#match/matchings/contract.ts'

/** Route of the printable badges of a fair. */
export const badgesRoute = { paper: matchings.paper }
