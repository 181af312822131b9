import type { Client } from '#kit/client.ts'
import type { MatchingState, matchings } from '../../contract.ts'

type OwnClient = Pick<Client<typeof matchings>, 'mine'>
export type OwnMatching = Awaited<ReturnType<OwnClient['mine']>>['matchings'][number]

interface MatchingFilter {
  fair?: string
  state?: MatchingState
}

/**
 * Loads all of the company's matchings, page by page: one that waits may be older than a hundred others. Sorted by
 * creation, which no change alters, so that none is missed between two pages.
 */
export const loadOwnMatchings = async (client: OwnClient, filter: MatchingFilter = {}): Promise<OwnMatching[]> => {
  const limit = 100
  const lines = new Map<string, OwnMatching>()
  for (let page = 1; ; page += 1) {
    const { matchings: found, total } = await client.mine({ query: { ...filter, sort: 'createdAt', limit, page } })
    for (const line of found) lines.set(line._id, line)
    if (found.length < limit || page * limit >= total) return [...lines.values()]
  }
}
