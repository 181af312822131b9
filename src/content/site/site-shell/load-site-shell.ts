import { data } from 'react-router'
import type { Client } from '#kit/client.ts'
import type { PublicSetting, settings } from '#platform/settings/contract.ts'

/** Data of the header, drawer and footer of a trade site. */
export interface SiteShellData {
  setting: Pick<PublicSetting, 'phone' | 'contentProtection' | 'demonstration' | 'name' | 'lang'>
  /** Sites and whether each is enabled. */
  modules: PublicSetting['modules']
  /** Copyright year; from the server, so that hydration renders the same. */
  year: number
}

/** Throws a 404 response if the site is disabled, which hides all its pages. */
export const loadSiteShell = async (
  api: { settings: Client<typeof settings> },
  site: keyof PublicSetting['modules'],
): Promise<SiteShellData> => {
  const { setting } = await api.settings.published()
  const { phone, contentProtection, demonstration, name, lang, modules } = setting
  if (!modules[site]) throw data(null, { status: 404 })
  return {
    setting: { phone, contentProtection, demonstration, name, lang },
    modules,
    year: new Date().getUTCFullYear(),
  }
}
