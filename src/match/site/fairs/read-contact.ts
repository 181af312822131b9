import { matchings } from '#match/matchings/contract.ts'
import { clientOf } from '#session/session.ts'

export interface Contact {
  name: string
  email: string
  phone: string
}

/** The contact data of a buyer, where the member's company has a matching with it in that fair; null else. */
export const readContact = async (fair: string, buyer: string): Promise<Contact | null> => {
  const client = clientOf(matchings)
  const { matchings: own } = await client.mine({ query: { fair, limit: 100 } })
  const line = own.find((one) => one.buyer._id === buyer && one.side === 'seller')
  return line ? (await client.open({ params: { id: line._id } })).matching.contact : null
}
