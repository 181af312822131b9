import type { ListResource } from '#console/kit/list/state/use-list.ts'
import { clientOf } from '#session/session.ts'
import { type CompanyLine, introductions } from '../contract-introductions.ts'

export const client = clientOf(introductions)

/** Companies are created by joining, so the console only lists and shows them. */
export const resource: ListResource<CompanyLine, never, never, 'createdAt' | 'name'> = {
  path: introductions.list.path,
  access: introductions.list.access,
  async list(query, options) {
    const { companies: records, ...paging } = await client.list({ query }, options)
    return { ...paging, records }
  },
}
