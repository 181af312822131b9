import { data } from 'react-router'
import type { Client } from '#kit/client.ts'
import type { PublicSetting, settings } from '#platform/settings/contract.ts'

/** What header, drawer and footer show on every page of a site of the hall. */
export interface FrameData {
  setting: Pick<PublicSetting, 'phone' | 'contentProtection' | 'demonstration' | 'name' | 'lang'>
  /** The sites that are switched on. */
  modules: PublicSetting['modules']
  /** Year of the copyright line, from the server, so that it is the same in the browser. */
  year: number
}

/** Throws 404 where that site is switched off: then none of its pages is there. */
export const loadFrame = async (
  api: { settings: Client<typeof settings> },
  site: keyof PublicSetting['modules'],
): Promise<FrameData> => {
  const { setting } = await api.settings.published()
  const { phone, contentProtection, demonstration, name, lang, modules } = setting
  if (!modules[site]) throw data(null, { status: 404 })
  return {
    setting: { phone, contentProtection, demonstration, name, lang },
    modules,
    year: new Date().getUTCFullYear(),
  }
}
