import type { PublicOffice } from '#firm/offices/contract.ts'
import type { PublicSetting } from '#platform/settings/contract.ts'
import { buildMenu, type MenuGroup } from '../header/site-menu.ts'
import type { SiteApi } from '../loader-context.ts'

/** Data of the header, drawer and footer of every page. */
export interface LayoutData {
  setting: PublicSetting
  /** Rendered on the server, so that the browser need not load its messages. */
  menu: MenuGroup[]
  offices: Pick<PublicOffice, '_id' | 'key' | 'title' | 'address' | 'floor' | 'phone' | 'lang'>[]
  /** Copyright year; from the server, so that hydration renders the same. */
  year: number
}

/** Loads the layout data. While the firm's site is disabled, the pages shared by all sites show none of its records. */
export const loadLayoutData = async (api: SiteApi, setting: PublicSetting): Promise<LayoutData> => {
  const { firm } = setting.modules
  const [{ practices }, { offices }, { lawyers }] = await Promise.all([
    firm ? api.practices.published() : { practices: [] },
    firm ? api.offices.published() : { offices: [] },
    firm ? api.lawyers.published() : { lawyers: [] },
  ])
  return {
    setting,
    menu: firm ? buildMenu({ practices, offices, lawyers }) : [],
    offices: offices.map(({ _id, key, title, address, floor, phone, lang }) => ({
      _id,
      key,
      title,
      address,
      floor,
      phone,
      lang,
    })),
    year: new Date().getFullYear(),
  }
}
