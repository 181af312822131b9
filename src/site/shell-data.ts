import type { PublicOffice } from '#modules/offices/contract.ts'
import type { PublicPractice } from '#modules/practices/contract.ts'
import type { PublicSetting } from '#modules/settings/contract.ts'
import type { SiteApi } from './api.ts'

/** What header, drawer and footer show on every page. */
export interface ShellData {
  setting: PublicSetting
  practices: PublicPractice[]
  offices: PublicOffice[]
  /** Key of the representative lawyer, for the address of their own page. */
  representative: string | null
  /** Year of the copyright line, from the server, so that it is the same in the browser. */
  year: number
}

export const loadShell = async (api: SiteApi): Promise<ShellData> => {
  const [{ setting }, { practices }, { offices }, { lawyers }] = await Promise.all([
    api.settings.published(),
    api.practices.published(),
    api.offices.published(),
    api.lawyers.published(),
  ])
  return {
    setting,
    practices,
    offices,
    representative: lawyers.find((lawyer) => lawyer.representative)?.key ?? null,
    year: new Date().getFullYear(),
  }
}
