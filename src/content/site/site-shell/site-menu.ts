import { m } from '#messages/messages.js'
import type { SiteShellData } from './load-site-shell.ts'
import type { MenuEntry } from './site-identity.ts'

const others = {
  match: () => ({ title: m.hall_menu_match(), to: '/match', isElsewhere: true }),
  auction: () => ({ title: m.hall_menu_auction(), to: '/auction', isElsewhere: true }),
  shop: () => ({ title: m.hall_menu_shop(), to: '/shop', isElsewhere: true }),
} satisfies Record<string, () => MenuEntry>
type HallSite = keyof typeof others
const order: readonly HallSite[] = ['match', 'auction', 'shop']

/**
 * Returns menu entries of the enabled trade sites, with `own` in place of the current site, then the customer center.
 */
export const listSiteMenu = (
  { modules }: Pick<SiteShellData, 'modules'>,
  site: HallSite,
  own: readonly MenuEntry[],
): MenuEntry[] => [
  ...order.flatMap((one) => (one === site ? own : modules[one] ? [others[one]()] : [])),
  { title: m.hall_menu_center(), to: '/center/notices', also: ['/center'], isElsewhere: true },
]

/** Returns all enabled trade sites, for a page that belongs to none. */
export const listAllSitesMenu = (frame: Pick<SiteShellData, 'modules'>): MenuEntry[] =>
  listSiteMenu(frame, 'match', frame.modules.match ? [others.match()] : [])

/** True if no other trade site is enabled. */
export const isOnlySite = ({ modules }: Pick<SiteShellData, 'modules'>, site: HallSite): boolean =>
  order.every((one) => one === site || !modules[one])
