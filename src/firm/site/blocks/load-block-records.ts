import type { PublicBlock } from '#content/blocks/contract.ts'
import type { PublicPost } from '#content/boards/contract.ts'
import type { PublicLawyer } from '#firm/lawyers/contract.ts'
import type { PublicSetting } from '#platform/settings/contract.ts'
import type { SiteApi } from '../loader-context.ts'

/** Records referenced by the blocks of a page. */
export interface BlockRecords {
  /** Key of the page's practice; null on other pages. */
  practice: string | null
  lawyers: PublicLawyer[]
  projects: PublicPost[]
  practices: { key: string; title: string }[]
  phone: string
  /** Label of the page's call to action; '' if each call block has its own. */
  act: string
  /** True if project pictures carry the note of a demonstration. */
  demonstration: boolean
}

/** Maximum page size of the API. */
const projectLimit = 100

/** Loads the records referenced by the blocks; lists without a block are not loaded. */
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
