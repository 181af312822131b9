import type { PublicLawyer } from '#firm/lawyers/contract.ts'
import type { PublicOffice } from '#firm/offices/contract.ts'
import type { PublicPractice } from '#firm/practices/contract.ts'
import { m } from '#messages/messages.js'
import { foreign } from '#ui/language.ts'
import type { PictureSource } from '#ui/picture.tsx'
import { lawyerAddress, warrantyAddress } from './place.ts'

/** A place of the second level. Addresses are without language. */
export interface MenuItem {
  title: string
  /** Line under it. */
  lead?: string | undefined
  to: string
  picture?: PictureSource | null | undefined
  /** Language of its words where it is not the page's. */
  lang?: string | undefined
}

/** A place of the first level; without items it is a link by itself. */
export interface MenuGroup {
  title: string
  /** The title where the bar has little room. */
  short?: string
  lead?: string
  to: string
  items: MenuItem[]
}

interface MenuRecords {
  practices: PublicPractice[]
  offices: PublicOffice[]
  lawyers: PublicLawyer[]
}

/** The menu in the language of the render. */
export const menuOf = ({ practices, offices, lawyers }: MenuRecords): MenuGroup[] => [
  {
    title: m.site_menu_firm(),
    lead: m.site_menu_firm_lead(),
    to: '/introduction/center',
    items: [
      { title: m.site_menu_center(), lead: m.site_menu_center_lead(), to: '/introduction/center' },
      { title: m.site_menu_lawyers(), lead: m.site_menu_lawyers_lead(), to: '/introduction/lawyer' },
      ...lawyers
        .filter((lawyer) => lawyer.representative)
        .slice(0, 1)
        .map((lawyer) => ({ title: m.site_menu_representative(), to: lawyerAddress(lawyer) })),
    ],
  },
  {
    title: m.site_menu_business(),
    lead: m.site_menu_business_lead(),
    to: '/business/building',
    items: [
      ...practices
        .filter((practice) => practice.path.startsWith('/business/'))
        .map(({ title, summary, path, picture, lang }) => ({
          title,
          lead: summary,
          to: path,
          picture,
          lang: foreign(lang),
        })),
      {
        title: m.site_menu_warranty(),
        lead: m.site_menu_warranty_lead(),
        to: warrantyAddress,
      },
    ],
  },
  { title: m.site_menu_construction(), short: m.site_menu_construction_short(), to: '/construction', items: [] },
  { title: m.site_menu_project(), to: '/project', items: [] },
  { title: m.site_menu_story(), to: '/story', items: [] },
  {
    title: m.site_menu_contact(),
    lead: m.site_menu_contact_lead(),
    to: '/contact/seoul',
    items: offices.map(({ key, title, address, floor, picture, lang }) => ({
      title,
      lead: `${address} ${floor}`,
      to: `/contact/${key}`,
      picture,
      lang: foreign(lang),
    })),
  },
]
