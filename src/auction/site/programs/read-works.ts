import type { PublicWorkLine } from '../../works/contract.ts'
import type { AuctionApi } from '../api.ts'

/** Works on one page at most: a programme of more is shown by its halls. */
const most = 300
const limit = 100

/** All works of a programme or a hall, by lot. */
export const readWorks = async (
  api: AuctionApi,
  of: { program: string } | { hall: string } | { author: string },
): Promise<PublicWorkLine[]> => {
  const first = await api.works.published({ query: { ...of, limit } })
  const pages = Math.ceil(Math.min(first.total, most) / limit)
  const others = await Promise.all(
    Array.from({ length: Math.max(0, pages - 1) }, (_, index) =>
      api.works.published({ query: { ...of, limit, page: index + 2 } }),
    ),
  )
  return [first, ...others].flatMap(({ works }) => works)
}
