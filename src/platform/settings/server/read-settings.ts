import type { BankAccount } from '#kit/bank-account.ts'
import { AppError } from '#kit/errors.ts'
import { formatPhone } from '#kit/phone/parse-phone.ts'
import type { Context } from '#kit/server/context.ts'
import type { Setting } from '../contract.ts'
import { siteAddressesOf } from '../rules.ts'
import { settings } from '../table.ts'

/** Settings of a new installation until its owner changes them; the name is a placeholder. */
export const emptySetting: Omit<Setting, 'updatedAt'> = {
  name: { ko: '새 사이트', en: 'New site', cn: '新网站' },
  tagline: {},
  phone: '+8220000000',
  chatUrl: null,
  social: [],
  registration: {},
  advertisingLawyer: {},
  contentProtection: true,
  demonstration: false,
  modules: { firm: true, match: false, auction: false, shop: false },
  home: 'firm',
  matchHost: null,
  payTo: { bank: '', number: '', holder: '' },
  mail: { senderName: '', senderAddress: null },
  seo: { naver: '', google: '' },
  desk: { addresses: [] },
  security: {
    staffTwoStep: false,
    sellerTwoStep: false,
    networks: [],
    consoleIdleMinutes: 30,
    consoleHours: 12,
    memberIdleDays: 14,
    memberDays: 90,
  },
  dormancy: { enabled: false, months: 12, warnDays: 30 },
}

/** Current settings; tags the response, so that the cache depends on them. */
export const readSetting = async (context: Context): Promise<Setting> => {
  context.tag('setting')
  const [row] = await context.database.select().from(settings)
  if (!row) throw new AppError('unavailable')
  // Adds the defaults of settings that are newer than the stored value.
  const security = { ...emptySetting.security, ...row.value.security }
  const setting = { ...emptySetting, ...row.value }
  return { ...setting, phone: formatPhone(setting.phone), security, updatedAt: row.updatedAt.toISOString() }
}

/** The company's bank account for transfers; null if none is set. */
export const readCompanyAccount = async (context: Context): Promise<BankAccount | null> => {
  const { payTo } = await readSetting(context)
  return payTo.number ? payTo : null
}

/**
 * Origin of Match addresses in mail and documents, without trailing slash: its own host if set; '' if the site has no
 * address.
 */
export const matchOrigin = async (context: Context): Promise<string> => {
  const { publicUrl } = context.services.settings
  const { ownHost } = siteAddressesOf(await readSetting(context))
  return ownHost && publicUrl ? `${new URL(publicUrl).protocol}//${ownHost.host}` : (publicUrl ?? '')
}
