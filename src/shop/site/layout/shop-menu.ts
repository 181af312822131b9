import type { SiteShellData } from '#content/site/site-shell/load-site-shell.ts'
import type { MenuEntry } from '#content/site/site-shell/site-identity.ts'
import { listSiteMenu } from '#content/site/site-shell/site-menu.ts'
import { m } from '#messages/messages.js'

/** Entries of header and drawer; disabled sites are left out. */
export const createMenu = (frame: SiteShellData): MenuEntry[] =>
  listSiteMenu(frame, 'shop', [{ title: m.hall_menu_shop(), to: '/shop', also: ['/cart', '/checkout', '/orders'] }])
