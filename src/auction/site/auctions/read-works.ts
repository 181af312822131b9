import type { PublicWorkLine } from '../../works/contract.ts'
import type { AuctionApi } from '../loader-context.ts'

/** Maximum works on one page; a larger auction is shown by room. */
const maxWorks = 300
const limit = 100

/** Reads the works of an auction or room by lot number. */
export const readWorks = async (
  api: AuctionApi,
  of: { program: string } | { hall: string } | { author: string },
): Promise<PublicWorkLine[]> => {
  const first = await api.works.published({ query: { ...of, limit } })
  const pages = Math.ceil(Math.min(first.total, maxWorks) / limit)
  const others = await Promise.all(
    Array.from({ length: Math.max(0, pages - 1) }, (_, index) =>
      api.works.published({ query: { ...of, limit, page: index + 2 } }),
    ),
  )
  return [first, ...others].flatMap(({ works }) => works)
}
