import { z } from 'zod'
import { AccountNumber } from '#kit/bank-account.ts'
import { headerLine, Instant, Link, Locale, localized, localizedLine, localizedOptional, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { hostOf } from './rules.ts'

fieldMessages({
  network: m.settings_field_network,
  locks_out: m.settings_field_locks_out,
  host: m.settings_field_host,
  same_host: m.settings_field_same_host,
  home_and_host: m.settings_field_home_and_host,
  home_off: m.settings_field_home_off,
  account_part: m.settings_field_account,
})

const addressKinds = [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]

/** An address, or a network in CIDR notation (RFC 4632, RFC 4291): `203.0.113.7`, `2001:db8::/48`. */
const Network = z
  .string()
  .trim()
  .toLowerCase()
  .max(60)
  .refine((text) => addressKinds.some((kind) => kind.safeParse(text).success), { error: 'network' })

/** Areas that can be switched off; menu entries, routes, API paths and console sections then disappear. */
export const ModuleSwitches = z.strictObject({
  firm: z.boolean(),
  match: z.boolean(),
  auction: z.boolean(),
  shop: z.boolean(),
})

/** The name of a host as browsers send it, with its port unless that is the usual one: `match.example.kr`. */
const Host = z
  .string()
  .trim()
  .max(260)
  .overwrite((text) => hostOf(text) ?? text)
  .refine((text) => hostOf(text) === text, { error: 'host' })

/** An account of the house, or none: all three parts are empty then. */
const HouseAccount = z
  .strictObject({ bank: headerLine(40), number: z.union([z.literal(''), AccountNumber]), holder: headerLine(60) })
  .refine((parts) => Object.values(parts).every(Boolean) || !Object.values(parts).some(Boolean), {
    error: 'account_part',
    path: ['number'],
  })

export const SettingInput = z.strictObject({
  /** It goes into subjects of mail. */
  name: localizedLine(60),
  /** Short line under the name. */
  tagline: localizedOptional(120),
  /** Phone shown in the header. */
  phone: z.string().regex(/^[\d-]{7,20}$/, { error: 'phone' }),
  chatUrl: Link.nullable(),
  social: z.array(z.strictObject({ name: localized(40), url: Link })).max(8),
  /** Registration line of the footer. */
  registration: localizedOptional(300),
  /** Lawyer responsible for advertising (광고책임변호사). */
  advertisingLawyer: localizedOptional(60),
  contentProtection: z.boolean(),
  /** The footer says that the site is a demonstration. */
  demonstration: z.boolean(),
  modules: ModuleSwitches,
  /** The site whose home page is the first page. */
  home: z.enum(['firm', 'match']),
  /** A host of Match's own, beside that of `PUBLIC_URL`. */
  matchHost: Host.nullable(),
  /** Where buyers of the auction transfer to, as their invoice says. */
  payTo: HouseAccount,
  mail: z.strictObject({ senderName: headerLine(60), senderAddress: z.email().nullable() }),
  seo: z.strictObject({ naver: z.string().max(200), google: z.string().max(200) }),
  /** Who gets what members write to the desk. */
  desk: z.strictObject({ addresses: z.array(z.email().max(200)).max(10) }),
  security: z.strictObject({
    /** Staff have to set up 2-step verification before anything else. */
    staffTwoStep: z.boolean(),
    /** So have companies that are sellers: they see buyers' data. */
    sellerTwoStep: z.boolean(),
    /** Networks from which the console may be used; empty: all. */
    networks: z.array(Network).max(50),
    /** A session ends when it was not used for the first, and at the latest after the second. */
    consoleIdleMinutes: z.number().int().min(5).max(720),
    consoleHours: z.number().int().min(1).max(72),
    memberIdleDays: z.number().int().min(1).max(90),
    memberDays: z.number().int().min(1).max(365),
  }),
  /** Members who did not log in for `months` are put to rest; a mail warns them `warnDays` before. */
  dormancy: z.strictObject({
    enabled: z.boolean(),
    months: z.number().int().min(3).max(60),
    warnDays: z.number().int().min(7).max(60),
  }),
})

/** What was stored before lines were checked is shown, so that it can be put right. */
export const Setting = z
  .object({
    ...SettingInput.shape,
    name: localized(60),
    mail: SettingInput.shape.mail.extend({ senderName: z.string() }),
    updatedAt: Instant,
  })
  .meta({ id: 'Setting' })
export type Setting = z.infer<typeof Setting>

export const PublicSetting = z
  .object({
    name: z.string(),
    tagline: z.string(),
    phone: z.string(),
    chatUrl: z.string().nullable(),
    /** `lang` is the language of that name: a link has its own. */
    social: z.array(z.object({ name: z.string(), url: z.string(), lang: Locale })),
    registration: z.string(),
    advertisingLawyer: z.string(),
    contentProtection: z.boolean(),
    demonstration: z.boolean(),
    modules: ModuleSwitches,
    seo: z.object({ naver: z.string(), google: z.string() }),
    lang: Locale,
    updatedAt: Instant,
  })
  .meta({ id: 'PublicSetting' })
export type PublicSetting = z.infer<typeof PublicSetting>

export const settings = {
  get: route({
    method: 'GET',
    path: '/api/console/setting',
    access: 'console:setting',
    summary: 'All settings.',
    answer: z.object({ setting: Setting }),
  }),
  update: route({
    method: 'PUT',
    path: '/api/console/setting',
    access: 'console:setting',
    summary: 'Change settings; fields left out stay as they are.',
    body: SettingInput.partial().extend({ updatedAt: Instant.optional() }),
    answer: z.object({ setting: Setting }),
  }),
  published: route({
    method: 'GET',
    path: '/api/v1/setting',
    access: 'public',
    summary: 'What the public pages need of the settings.',
    answer: z.object({ setting: PublicSetting }),
    cached: true,
  }),
}
