import type { PublicBlock } from '#content/blocks/contract.ts'
import type { PublicSetting } from '#platform/settings/contract.ts'
import type { SiteApi } from '../api.ts'
import type { BlockRecords } from './blocks.tsx'

/** As many projects as a list of the API gives at once. */
const projectLimit = 100

/** What the blocks of a page point to; of lists nobody asks for nothing is read. */
export const loadBlockRecords = async (
  api: SiteApi,
  blocks: readonly PublicBlock[],
  practice: string | null,
  { phone, demonstration }: Pick<PublicSetting, 'phone' | 'demonstration'>,
): Promise<BlockRecords> => {
  const people = blocks.some(({ kind }) => kind === 'people')
  const shown = blocks.flatMap((block) => (block.kind === 'projects' ? [block.practice ?? practice] : []))
  const [lawyers, practices, lists] = await Promise.all([
    people ? api.lawyers.published().then((answer) => answer.lawyers) : [],
    people ? api.practices.published().then((answer) => answer.practices) : [],
    Promise.all(
      [...new Set(shown)].map((category) =>
        api.boards.published({ query: { code: 'project', limit: projectLimit, ...(category && { category }) } }),
      ),
    ),
  ])
  return {
    practice,
    lawyers,
    practices: practices.map(({ key, title }) => ({ key, title })),
    projects: lists.flatMap(({ boards }) => boards),
    phone,
    act: blocks.flatMap((block) => (block.kind === 'today' ? [block.act] : []))[0] ?? '',
    demonstration,
  }
}
