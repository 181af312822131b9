import { z } from 'zod'
import { AccountNumber } from '#kit/bank-account.ts'
import { headerLine, Instant, Link, Locale, localized, localizedLine, localizedOptional, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { Phone } from '#kit/phone/phone-field.ts'
import { m } from '#messages/messages.js'
import { normalizeHost } from './rules.ts'

fieldMessages({
  network: m.settings_field_network,
  locks_out: m.settings_field_locks_out,
  host: m.settings_field_host,
  same_host: m.settings_field_same_host,
  home_and_host: m.settings_field_home_and_host,
  home_off: m.settings_field_home_off,
  account_part: m.settings_field_account,
  chat_channel: m.settings_field_chat,
})

const addressKinds = [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]

/** IP address or network in CIDR notation (RFC 4632, RFC 4291): `203.0.113.7`, `2001:db8::/48`. */
const Network = z
  .string()
  .trim()
  .toLowerCase()
  .max(60)
  .refine((text) => addressKinds.some((kind) => kind.safeParse(text).success), { error: 'network' })

/** Sites that can be switched off; menu entries, routes, API paths and console sections then disappear. */
export const ModuleSwitches = z.strictObject({
  firm: z.boolean(),
  match: z.boolean(),
  auction: z.boolean(),
  shop: z.boolean(),
})

/** Host name as browsers send it, with the port unless it is the default: `match.example.kr`. */
const Host = z
  .string()
  .trim()
  .max(260)
  .overwrite((text) => normalizeHost(text) ?? text)
  .refine((text) => normalizeHost(text) === text, { error: 'host' })

/** The company's bank account; all three parts are empty if there is none. */
const HouseAccount = z
  .strictObject({ bank: headerLine(40), number: z.union([z.literal(''), AccountNumber]), holder: headerLine(60) })
  .refine((parts) => Object.values(parts).every(Boolean) || !Object.values(parts).some(Boolean), {
    error: 'account_part',
    path: ['number'],
  })

export const SettingInput = z.strictObject({
  /** Used in mail subjects. */
  name: localizedLine(60),
  /** Short line under the name. */
  tagline: localizedOptional(120),
  /** Phone number in the header. */
  phone: Phone,
  /** Channel of the firm in a messenger. */
  chatUrl: Link.refine((url) => url.startsWith('https://'), { error: 'chat_channel' }).nullable(),
  social: z.array(z.strictObject({ name: localized(40), url: Link })).max(8),
  /** Business registration line in the footer. */
  registration: localizedOptional(300),
  /** Lawyer responsible for advertising (광고책임변호사). */
  advertisingLawyer: localizedOptional(60),
  contentProtection: z.boolean(),
  /** The footer states that the site is a demonstration. */
  demonstration: z.boolean(),
  modules: ModuleSwitches,
  /** Site whose home page is at `/`. */
  home: z.enum(['firm', 'match']),
  /** Separate host of Match, in addition to that of `PUBLIC_URL`. */
  matchHost: Host.nullable(),
  /** Bank account on the invoices of auction buyers. */
  payTo: HouseAccount,
  mail: z.strictObject({ senderName: headerLine(60), senderAddress: z.email().nullable() }),
  seo: z.strictObject({ naver: z.string().max(200), google: z.string().max(200) }),
  /** Recipients of messages that members send to the desk. */
  desk: z.strictObject({ addresses: z.array(z.email().max(200)).max(10) }),
  security: z.strictObject({
    /** Staff must set up two-step verification before anything else. */
    staffTwoStep: z.boolean(),
    /** The same for seller companies, because they see buyers' data. */
    sellerTwoStep: z.boolean(),
    /** Networks that may use the console; empty: all. */
    networks: z.array(Network).max(50),
    /** A session ends after this idle time, and at the latest after the maximum below. */
    consoleIdleMinutes: z.number().int().min(5).max(720),
    consoleHours: z.number().int().min(1).max(72),
    memberIdleDays: z.number().int().min(1).max(90),
    memberDays: z.number().int().min(1).max(365),
  }),
  /** Members who did not log in for `months` become dormant; a mail warns them `warnDays` before. */
  dormancy: z.strictObject({
    enabled: z.boolean(),
    months: z.number().int().min(3).max(60),
    warnDays: z.number().int().min(7).max(60),
  }),
})

/**
 * Less strict than the input: values stored before single-line validation are still shown, so that they can be
 * corrected.
 */
export const Setting = z
  .object({
    ...SettingInput.shape,
    phone: z.string(),
    chatUrl: z.string().nullable(),
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
    /** `lang` is the language of `name`; each link has its own. */
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
    summary: 'Get all settings.',
    answer: z.object({ setting: Setting }),
  }),
  update: route({
    method: 'PUT',
    path: '/api/console/setting',
    access: 'console:setting',
    summary: 'Change settings; omitted fields stay unchanged.',
    body: SettingInput.partial().extend({ updatedAt: Instant.optional() }),
    answer: z.object({ setting: Setting }),
  }),
  published: route({
    method: 'GET',
    path: '/api/v1/setting',
    access: 'public',
    summary: 'Get the settings that public pages use.',
    answer: z.object({ setting: PublicSetting }),
    cached: true,
  }),
}
