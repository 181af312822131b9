import type { Client } from '#kit/client.ts'
import { matchings } from '#match/matchings/contract.ts'
import { loadOwnMatchings } from '#match/matchings/my-matchings/public/load-own-matchings.ts'
import { clientOf } from '#session/session.ts'

export interface BuyerContactData {
  name: string
  email: string
  phone: string
}

/**
 * Returns the contact data of a buyer if the member's company has a matching with it in the fair that is still valid;
 * null otherwise. Checks every matching, because a declined one does not revoke the access that another one grants.
 */
export const readBuyerContact = async (
  fair: string,
  buyer: string,
  client: Pick<Client<typeof matchings>, 'mine' | 'open'> = clientOf(matchings),
): Promise<BuyerContactData | null> => {
  const own = await loadOwnMatchings(client, { fair })
  for (const line of own.toReversed()) {
    if (line.buyer._id !== buyer || line.side !== 'seller') continue
    const { contact } = (await client.open({ params: { id: line._id } })).matching
    if (contact) return contact
  }
  return null
}
