import type { PublicOffice } from '#firm/offices/contract.ts'
import type { PublicSetting } from '#platform/settings/contract.ts'
import type { SiteApi } from './api.ts'
import { type MenuGroup, menuOf } from './menu.ts'

/** What header, drawer and footer show on every page. */
export interface ShellData {
  setting: PublicSetting
  /** Made on the server, so that its words need not be sent as script too. */
  menu: MenuGroup[]
  offices: Pick<PublicOffice, '_id' | 'key' | 'title' | 'address' | 'floor' | 'phone' | 'lang'>[]
  /** Year of the copyright line, from the server, so that it is the same in the browser. */
  year: number
}

/** Where the Firm is switched off its records are not there: the pages that all sites share have none of them. */
export const loadShell = async (api: SiteApi, setting: PublicSetting): Promise<ShellData> => {
  const { firm } = setting.modules
  const [{ practices }, { offices }, { lawyers }] = await Promise.all([
    firm ? api.practices.published() : { practices: [] },
    firm ? api.offices.published() : { offices: [] },
    firm ? api.lawyers.published() : { lawyers: [] },
  ])
  return {
    setting,
    menu: firm ? menuOf({ practices, offices, lawyers }) : [],
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
