import type { Crumb } from '#content/site/description.ts'
import { Crumbs } from '#content/site/hall/crumbs.tsx'
import { m } from '#messages/messages.js'
import { homePath } from '../paths.ts'

/** Breadcrumbs below the auction's home page. */
export function AuctionCrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return <Crumbs crumbs={[{ title: m.hall_menu_auction(), to: homePath }, ...crumbs]} />
}
