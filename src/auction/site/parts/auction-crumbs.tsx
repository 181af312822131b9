import type { Breadcrumb } from '#content/site/describe-page.ts'
import { Breadcrumbs } from '#content/site/site-shell/layout/breadcrumbs.tsx'
import { m } from '#messages/messages.js'
import { homePath } from '../paths.ts'

/** Breadcrumbs below the auction's home page. */
export function AuctionCrumbs({ crumbs }: { crumbs: readonly Breadcrumb[] }) {
  return <Breadcrumbs crumbs={[{ title: m.hall_menu_auction(), to: homePath }, ...crumbs]} />
}
