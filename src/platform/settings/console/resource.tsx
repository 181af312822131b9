import type { z } from 'zod'
import type { EditableResource } from '#console/kit/form/form-declaration.ts'
import type { Recorded } from '#kit/resource.ts'
import { clientOf } from '#session/session.ts'
import { type Setting, type SettingInput, settings } from '../contract.ts'

export type SettingShape = z.output<typeof SettingInput>

/** Settings as a record, as the form kit expects. */
export type SettingRecord = Setting & Recorded

const client = clientOf(settings)

export const settingId = 'setting'

const toRecord = (setting: Setting): SettingRecord => ({ ...setting, _id: settingId, createdAt: setting.updatedAt })

export const resource: EditableResource<SettingRecord, SettingShape> = {
  path: settings.get.path,
  access: 'console:setting',
  get: async (_, options) => toRecord((await client.get(undefined, options)).setting),
  update: async (_, change, updatedAt, options) =>
    toRecord((await client.update({ body: { ...change, updatedAt } }, options)).setting),
}

export const toInput = ({ _id, createdAt, updatedAt, ...fields }: SettingRecord): SettingShape => fields

/** Initial value required by the form kit; settings always exist. */
export const blank: SettingShape = {
  name: { ko: '' },
  tagline: {},
  phone: '',
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
