import { m } from '#messages/messages.js'

/** A place of the first level. Addresses are without language. */
export interface FirstLevel {
  title: string
  /** The title where the bar has little room. */
  short?: string
  to: string
}

/** The first level of the menu, in the language of the render. */
export const firstLevel = () =>
  ({
    firm: { title: m.site_menu_firm(), to: '/introduction/center' },
    business: { title: m.site_menu_business(), to: '/business/building' },
    construction: { title: m.site_menu_construction(), short: m.site_menu_construction_short(), to: '/construction' },
    project: { title: m.site_menu_project(), to: '/project' },
    story: { title: m.site_menu_story(), to: '/story' },
    contact: { title: m.site_menu_contact(), to: '/contact/seoul' },
  }) satisfies Record<string, FirstLevel>
