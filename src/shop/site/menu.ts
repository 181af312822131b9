import type { FrameData } from '#content/site/hall/frame-data.ts'
import type { MenuEntry } from '#content/site/hall/hall.ts'
import { hallSites } from '#content/site/hall/sites.ts'
import { m } from '#messages/messages.js'

/** The menu of header and drawer; what is switched off leaves no gap. */
export const menuOf = (frame: FrameData): MenuEntry[] =>
  hallSites(frame, 'shop', [{ title: m.hall_menu_shop(), to: '/shop', also: ['/cart', '/checkout', '/orders'] }])
