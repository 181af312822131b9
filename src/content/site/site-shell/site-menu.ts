import { m } from '#messages/messages.js'
import type { SiteShellData } from './load-site-shell.ts'
import type { MenuEntry } from './site-identity.ts'

const externalEntries = {
  match: () => ({ title: m.hall_menu_match(), to: '/match', isElsewhere: true }),
  auction: () => ({ title: m.hall_menu_auction(), to: '/auction', isElsewhere: true }),
  shop: () => ({ title: m.hall_menu_shop(), to: '/shop', isElsewhere: true }),
} satisfies Record<string, () => MenuEntry>
type TradeSite = keyof typeof externalEntries
const order: readonly TradeSite[] = ['match', 'auction', 'shop']

/**
 * Returns menu entries of the enabled trade sites, with `own` in place of the current site, then the customer center.
 */
export const listSiteMenu = (
  { modules }: Pick<SiteShellData, 'modules'>,
  site: TradeSite,
  ownEntries: readonly MenuEntry[],
): MenuEntry[] => [
  ...order.flatMap((each) => (each === site ? ownEntries : modules[each] ? [externalEntries[each]()] : [])),
  { title: m.hall_menu_center(), to: '/center/notices', also: ['/center'], isElsewhere: true },
]

/** Returns all enabled trade sites, for a page that belongs to none. */
export const listAllSitesMenu = (frame: Pick<SiteShellData, 'modules'>): MenuEntry[] =>
  listSiteMenu(frame, 'match', frame.modules.match ? [externalEntries.match()] : [])

/** True if no other trade site is enabled. */
export const isOnlySite = ({ modules }: Pick<SiteShellData, 'modules'>, site: TradeSite): boolean =>
  order.every((each) => each === site || !modules[each])
