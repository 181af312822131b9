import type { PublicLawyer } from '#firm/lawyers/contract.ts'
import type { PublicOffice } from '#firm/offices/contract.ts'
import type { PublicPractice } from '#firm/practices/contract.ts'
import { m } from '#messages/messages.js'
import { foreignLang } from '#ui/format/language-attributes.ts'
import type { PictureSource } from '#ui/media/picture.tsx'
import { getLawyerPath, warrantyPath } from '../layout/firm-paths.ts'
import { getTopLevelMenu, type TopLevelEntry } from './top-level-menu.ts'

/** Second-level menu entry. Paths are without locale. */
export interface MenuItem {
  title: string
  /** Line below the title. */
  lead?: string | undefined
  to: string
  picture?: PictureSource | null | undefined
  /** Language of the texts if it differs from that of the page. */
  lang?: string | undefined
}

/** Top-level menu entry with its sub-entries; without any it is a plain link. */
export interface MenuGroup extends TopLevelEntry {
  lead?: string
  items: MenuItem[]
}

interface MenuRecords {
  practices: PublicPractice[]
  offices: PublicOffice[]
  lawyers: PublicLawyer[]
}

/** Returns the menu in the current locale. */
export const buildMenu = ({ practices, offices, lawyers }: MenuRecords): MenuGroup[] => {
  const { firm, business, construction, project, story, contact } = getTopLevelMenu()
  return [
    {
      ...firm,
      lead: m.site_menu_firm_lead(),
      items: [
        { title: m.site_menu_center(), lead: m.site_menu_center_lead(), to: '/introduction/center' },
        { title: m.site_menu_lawyers(), lead: m.site_menu_lawyers_lead(), to: '/introduction/lawyer' },
        ...lawyers
          .filter((lawyer) => lawyer.representative)
          .slice(0, 1)
          .map((lawyer) => ({ title: m.site_menu_representative(), to: getLawyerPath(lawyer) })),
      ],
    },
    {
      ...business,
      lead: m.site_menu_business_lead(),
      items: [
        ...practices
          .filter((practice) => practice.path.startsWith('/business/'))
          .map(({ title, summary, path, picture, lang }) => ({
            title,
            lead: summary,
            to: path,
            picture,
            lang: foreignLang(lang),
          })),
        {
          title: m.site_menu_warranty(),
          lead: m.site_menu_warranty_lead(),
          to: warrantyPath,
        },
      ],
    },
    { ...construction, items: [] },
    { ...project, items: [] },
    { ...story, items: [] },
    {
      ...contact,
      lead: m.site_menu_contact_lead(),
      items: offices.map(({ key, title, address, floor, picture, lang }) => ({
        title,
        lead: `${address} ${floor}`,
        to: `/contact/${key}`,
        picture,
        lang: foreignLang(lang),
      })),
    },
  ]
}
