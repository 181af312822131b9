import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import type { Setting } from './contract.ts'
import { settings } from './table.ts'

/** The name of a new installation until its owner enters one: nobody's name. */
export const emptySetting: Omit<Setting, 'updatedAt'> = {
  name: { ko: '새 사이트', en: 'New site', cn: '新网站' },
  tagline: {},
  phone: '02-000-0000',
  chatUrl: null,
  social: [],
  registration: {},
  advertisingLawyer: {},
  contentProtection: true,
  demonstration: false,
  modules: { firm: true, match: false, auction: false, shop: false },
  mail: { senderName: '', senderAddress: null },
  seo: { naver: '', google: '' },
}

/** The settings in force; says to the cache that the answer depends on them. */
export const readSetting = async (context: Context): Promise<Setting> => {
  context.tag('setting')
  const [row] = await context.database.select().from(settings)
  if (!row) throw new AppError('unavailable')
  return { ...emptySetting, ...row.value, updatedAt: row.updatedAt.toISOString() }
}
