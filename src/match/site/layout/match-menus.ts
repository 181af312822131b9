import type { SiteShellData } from '#content/site/site-shell/load-site-shell.ts'
import type { MenuEntry } from '#content/site/site-shell/site-identity.ts'
import { isOnlySite, listSiteMenu } from '#content/site/site-shell/site-menu.ts'
import { m } from '#messages/messages.js'

const listEntries = (): MenuEntry[] => [
  { title: m.match_menu_fairs(), to: '/match/fairs' },
  { title: m.match_menu_products(), to: '/match/products' },
  { title: m.match_menu_manual(), to: '/match/manual/seller', also: ['/match/manual', '/match/about'] },
  { title: m.match_menu_notices(), to: '/match/notices' },
  { title: m.match_menu_faq(), to: '/match/faq' },
]

/** Menus of header and drawer: Match alone, or below the menu of all sites if another one is enabled. */
export const buildMenus = (frame: SiteShellData): { menu: MenuEntry[]; below: MenuEntry[] } =>
  isOnlySite(frame, 'match')
    ? { menu: listEntries(), below: [] }
    : { menu: listSiteMenu(frame, 'match', [{ title: m.hall_menu_match(), to: '/match' }]), below: listEntries() }
