import { m } from '#messages/messages.js'

/** Top-level menu entry. Paths are without locale. */
export interface TopLevelEntry {
  title: string
  /** Short title for narrow header bars. */
  short?: string
  to: string
}

/** Returns the top-level menu in the current locale. */
export const getTopLevelMenu = () =>
  ({
    firm: { title: m.site_menu_firm(), to: '/introduction/center' },
    business: { title: m.site_menu_business(), to: '/business/building' },
    construction: { title: m.site_menu_construction(), short: m.site_menu_construction_short(), to: '/construction' },
    project: { title: m.site_menu_project(), to: '/project' },
    story: { title: m.site_menu_story(), to: '/story' },
    contact: { title: m.site_menu_contact(), to: '/contact/seoul' },
  }) satisfies Record<string, TopLevelEntry>
