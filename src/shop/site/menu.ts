import type { FrameData } from '#content/site/hall/frame-data.ts'
import type { MenuEntry } from '#content/site/hall/hall.ts'
import { m } from '#messages/messages.js'

/** The menu of header and drawer; what is switched off leaves no gap. */
export const menuOf = ({ modules }: FrameData): MenuEntry[] => [
  ...(modules.match ? [{ title: m.shop_menu_match(), to: '/match', isElsewhere: true }] : []),
  ...(modules.auction ? [{ title: m.shop_menu_auction(), to: '/auction', isElsewhere: true }] : []),
  { title: m.shop_title(), to: '/shop', also: ['/cart', '/checkout', '/orders'] },
  { title: m.shop_menu_center(), to: '/center/notices', isElsewhere: true },
]
