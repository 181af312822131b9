import { type MyFair, participants } from '#match/participants/contract.ts'
import { clientOf } from '#session/session.ts'

/** Lists the fairs of the member's company with its state in each. */
export const readOwnFairs = async (): Promise<readonly MyFair[]> => (await clientOf(participants).myFairs()).fairs
