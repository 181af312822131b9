import type { MetaDescriptor } from 'react-router'
import type { SitePageDescription } from '#content/site/site-shell/page-head.ts'
import { m } from '#messages/messages.js'
import { buildPageHead } from '../layout/page-head.ts'
import type { FairData } from './fair-data.ts'

/** Meta tags of a part of a fair. `path` follows the URL of the fair, and `crumb` is the part's name in the trail. */
export const buildFairPartHead = (
  { fair, origin, card }: Pick<SitePageDescription, 'origin' | 'card'> & { fair: FairData },
  { path, crumb, ...head }: { path: string; crumb: string; title: string; description: string; about?: object },
): MetaDescriptor[] => {
  const to = `/match/fairs/${fair._id}`
  return buildPageHead({
    ...head,
    origin,
    card,
    to: `${to}/${path}`,
    crumbs: [{ title: m.match_menu_fairs(), to: '/match/fairs' }, { title: fair.title, to }, { title: crumb }],
  })
}
