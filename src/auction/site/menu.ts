import type { FrameData } from '#content/site/hall/frame-data.ts'
import type { MenuEntry } from '#content/site/hall/hall.ts'
import { m } from '#messages/messages.js'

/** The menu of header and drawer; what is switched off leaves no gap. */
export const menuOf = ({ modules }: FrameData): MenuEntry[] => [
  ...(modules.match ? [{ title: m.auction_menu_match(), to: '/match', isElsewhere: true }] : []),
  { title: m.auction_menu_auction(), to: '/auction', except: ['/auction/results', '/auction/authors'] },
  { title: m.auction_menu_results(), to: '/auction/results' },
  { title: m.auction_menu_authors(), to: '/auction/authors' },
  { title: m.auction_menu_center(), to: '/center/notices', isElsewhere: true },
]
