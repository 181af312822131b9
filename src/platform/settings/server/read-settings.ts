import type { BankAccount } from '#kit/bank-account.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import type { Setting } from '../contract.ts'
import { addressesOf } from '../rules.ts'
import { settings } from '../table.ts'

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

/** The settings in force; says to the cache that the answer depends on them. */
export const readSetting = async (context: Context): Promise<Setting> => {
  context.tag('setting')
  const [row] = await context.database.select().from(settings)
  if (!row) throw new AppError('unavailable')
  // What is newer than the stored value has the same start as in a new installation.
  const security = { ...emptySetting.security, ...row.value.security }
  return { ...emptySetting, ...row.value, security, updatedAt: row.updatedAt.toISOString() }
}

/** The account of the house that a buyer transfers to; null where none is set. */
export const houseAccount = async (context: Context): Promise<BankAccount | null> => {
  const { payTo } = await readSetting(context)
  return payTo.number ? payTo : null
}

/**
 * Origin of addresses in mail and papers of Match, without a slash at its end: its own host where it has one; empty where
 * no address of the site is set.
 */
export const matchOrigin = async (context: Context): Promise<string> => {
  const { publicUrl } = context.services.settings
  const { apart } = addressesOf(await readSetting(context))
  return apart && publicUrl ? `${new URL(publicUrl).protocol}//${apart.host}` : (publicUrl ?? '')
}
