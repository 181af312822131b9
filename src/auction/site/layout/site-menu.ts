import type { SiteShellData } from '#content/site/site-shell/load-site-shell.ts'
import type { MenuEntry } from '#content/site/site-shell/site-identity.ts'
import { listSiteMenu } from '#content/site/site-shell/site-menu.ts'
import { m } from '#messages/messages.js'

/** Menu of the header and drawer, without switched-off entries. */
export const createMenu = (frame: SiteShellData): MenuEntry[] =>
  listSiteMenu(frame, 'auction', [
    { title: m.hall_menu_auction(), to: '/auction', except: ['/auction/results', '/auction/authors'] },
    { title: m.auction_menu_results(), to: '/auction/results' },
    { title: m.auction_menu_authors(), to: '/auction/authors' },
  ])
