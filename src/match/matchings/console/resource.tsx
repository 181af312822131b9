import type { ListResource } from '#console/kit/list/state/use-list.ts'
import type { Mark } from '#console/kit/parts/state-mark.tsx'
import { clientOf } from '#session/session.ts'
import { type MatchingLine, matchings } from '../contract.ts'
import type { MatchingState } from '../rules.ts'

export const client = clientOf(matchings)

/** Console resource of matchings: a list without creation, because companies create matchings. */
export const resource: ListResource<MatchingLine, never, 'state', 'updatedAt' | 'createdAt' | 'startsAt'> = {
  path: matchings.list.path,
  access: matchings.list.access,
  async list(query, options) {
    const { matchings: records, ...paging } = await client.list({ query }, options)
    return { ...paging, records }
  },
}

export const stateMarks: Record<MatchingState, Mark> = {
  requested: 'new',
  offered: 'assigned',
  confirmed: 'published',
  held: 'closed',
  no_show: 'wrong',
  declined: 'hidden',
  cancelled: 'hidden',
  expired: 'ended',
}
