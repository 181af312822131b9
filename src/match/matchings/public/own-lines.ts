import type { Client } from '#kit/client.ts'
import type { MatchingState, matchings } from '../contract.ts'

type Own = Pick<Client<typeof matchings>, 'mine'>
export type OwnLine = Awaited<ReturnType<Own['mine']>>['matchings'][number]

interface Asked {
  fair?: string
  state?: MatchingState
}

/**
 * Every own matching, page after page: one that waits may be older than a hundred others. In the order in which they were
 * made, which no change moves, so that none falls between two pages.
 */
export const everyOwn = async (client: Own, asked: Asked = {}): Promise<OwnLine[]> => {
  const limit = 100
  const lines = new Map<string, OwnLine>()
  for (let page = 1; ; page += 1) {
    const { matchings: found, total } = await client.mine({ query: { ...asked, sort: 'createdAt', limit, page } })
    for (const line of found) lines.set(line._id, line)
    if (found.length < limit || page * limit >= total) return [...lines.values()]
  }
}
