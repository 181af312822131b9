import type { Client } from '#kit/client.ts'
import { matchings } from '#match/matchings/contract.ts'
import { everyOwn } from '#match/matchings/public/own-lines.ts'
import { clientOf } from '#session/session.ts'

export interface Contact {
  name: string
  email: string
  phone: string
}

/**
 * The contact data of a buyer, where the member's company has a matching with it in that fair that did not come to
 * nothing; null else. A request that was declined locks nothing that another one opens.
 */
export const readContact = async (
  fair: string,
  buyer: string,
  client: Pick<Client<typeof matchings>, 'mine' | 'open'> = clientOf(matchings),
): Promise<Contact | null> => {
  const own = await everyOwn(client, { fair })
  for (const line of own.toReversed()) {
    if (line.buyer._id !== buyer || line.side !== 'seller') continue
    const { contact } = (await client.open({ params: { id: line._id } })).matching
    if (contact) return contact
  }
  return null
}
