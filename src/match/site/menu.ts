import type { MenuEntry } from '#content/site/hall/hall.ts'
import { m } from '#messages/messages.js'

/** The menu of header and drawer. */
export const menuOf = (): MenuEntry[] => [
  { title: m.match_menu_fairs(), to: '/match/fairs' },
  { title: m.match_menu_products(), to: '/match/products' },
  { title: m.match_menu_manual(), to: '/match/manual/seller', also: ['/match/manual', '/match/about'] },
  { title: m.match_menu_notices(), to: '/match/notices' },
  { title: m.match_menu_faq(), to: '/match/faq' },
]
