import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { defaultLimits, type Limits } from '../limits.ts'

const Url = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })

/**
 * True for an address, a network (`10.0.0.0/8`, `10.0.0.0/255.0.0.0`) or a name that the package `proxy-addr` accepts.
 */
const isProxy = (text: string): boolean => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', range, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  if (range === undefined) return true
  if (/^\d{1,3}$/.test(range)) return Number(range) > 0 && Number(range) <= (version === 4 ? 32 : 128)
  return version === 4 && isMask(range)
}

/**
 * True for ones followed by zeros, with at least one 1: any other mask would trust addresses that the operator did not
 * name.
 */
const isMask = (text: string): boolean => {
  if (isIP(text) !== 4) return false
  const bits = text.split('.').reduce((all, part) => all + Number(part).toString(2).padStart(8, '0'), '')
  return /^1+0*$/.test(bits)
}

const Proxies = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .refine((parts) => parts.every(isProxy), {
    error:
      'must be addresses or networks such as 10.0.0.1 or 10.0.0.0/8, or loopback, linklocal, uniquelocal, separated by commas',
  })

/** True for `https://KEY:SECRET@host?from=0200001200`; http is accepted for this machine only. */
const isSmsUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, searchParams } = new URL(text)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return (
    (protocol === 'https:' || isLocal) &&
    username !== '' &&
    password !== '' &&
    /^\d{8,11}$/.test(searchParams.get('from') ?? '')
  )
}

/**
 * True for a card payment provider in one of these forms; on this machine, http is accepted together with a `script`
 * parameter:
 * `toss://CLIENT_KEY:SECRET_KEY@api.tosspayments.com`,
 * `portone://STORE_ID:API_SECRET@api.portone.io?channel=CHANNEL_KEY&webhook=whsec_…`.
 */
const isCardUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, searchParams } = new URL(text)
  if (hostname === '' || username === '' || password === '') return false
  if (searchParams.has('script') && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return false
  if (protocol === 'toss:') return true
  return (
    protocol === 'portone:' &&
    (searchParams.get('channel') ?? '') !== '' &&
    /^whsec_[\w+/= -]{16,}$/.test(searchParams.get('webhook') ?? '')
  )
}

/**
 * True for `portone://STORE_ID:API_SECRET@api.portone.io?channel=CHANNEL_KEY`; on this machine, http is accepted
 * together with a `script` parameter.
 */
const isIdentityUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, searchParams } = new URL(text)
  if (searchParams.has('script') && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return false
  return (
    protocol === 'portone:' &&
    ![hostname, username, password, searchParams.get('channel') ?? ''].some((part) => part === '')
  )
}

/**
 * True for a URL that can be sent to browsers and used as a source in a Content-Security-Policy, which allows only host
 * names and IPv4 addresses.
 */
const isLiveKitUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(text)
  return (
    ['ws:', 'wss:'].includes(protocol) &&
    /^[a-z\d.-]+$/.test(hostname) &&
    [username, password, search, hash].every((part) => part === '')
  )
}

/** All environment variables, with their defaults. The table in the README explains each. */
const Environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  HOST: z.string().default('0.0.0.0'),
  PORT: z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65535).default(3000),
  DATA_DIR: z.string().min(1).default('data'),
  DATABASE_URL: Url.optional(),
  DATABASE_DIRECT_URL: Url.optional(),
  DATABASE_POOL: z.coerce.number({ error: 'must be a number of connections' }).int().min(2).max(200).default(10),
  WEB_CONCURRENCY: z.coerce.number({ error: 'must be a number of processes' }).int().min(1).max(64).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  TRUST_PROXY: Proxies.default([]),
  VAULT_SECRET: z.string().min(32, { error: 'needs at least 32 characters' }).optional(),
  SESSION_SECRET: z.string().min(32, { error: 'needs at least 32 characters' }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  SMS_URL: z
    .url({ protocol: /^https?$/, error: 'must be an https:// address' })
    .refine((text) => isSmsUrl(text), {
      error: 'must be https://KEY:SECRET@api.solapi.com?from=NUMBER with the digits of the registered sender number',
    })
    .optional(),
  CARD_URL: z
    .string()
    .refine((text) => isCardUrl(text), {
      error:
        'must be toss://CLIENT_KEY:SECRET_KEY@api.tosspayments.com or portone://STORE_ID:API_SECRET@api.portone.io?channel=CHANNEL_KEY&webhook=WEBHOOK_SECRET',
    })
    .optional(),
  IDENTITY_URL: z
    .string()
    .refine((text) => isIdentityUrl(text), {
      error: 'must be portone://STORE_ID:API_SECRET@api.portone.io?channel=CHANNEL_KEY',
    })
    .optional(),
  STUN_URL: z
    .string()
    .regex(/^stuns?:[^\s/]+$/, { error: 'must be an address such as stun:stun.example.com:3478' })
    .optional(),
  TURN_URL: z
    .string()
    .regex(/^turns?:[^\s/]+$/, { error: 'must be an address such as turn:turn.example.com:3478?transport=udp' })
    .optional(),
  TURN_SECRET: z.string().min(16, { error: 'needs at least 16 characters' }).optional(),
  LIVEKIT_URL: z
    .string()
    .refine((text) => isLiveKitUrl(text), { error: 'must be an address such as wss://livekit.example.com' })
    .optional(),
  LIVEKIT_API_KEY: z.string().optional(),
  LIVEKIT_API_SECRET: z.string().min(32, { error: 'needs at least 32 characters' }).optional(),
  METRICS_TOKEN: z.string().min(16, { error: 'needs at least 16 characters' }).optional(),
  DEMO: z.stringbool().default(true),
})

/** Groups of settings that must be set together. */
const together = [['LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET']] as const

/** Returns one sentence for each setting missing from its group. */
const missing = (values: Record<string, string | undefined>): string[] =>
  together.flatMap((names) => {
    const absent = names.filter((name) => values[name] === undefined)
    return absent.length === names.length
      ? []
      : absent.map((name) => `The setting ${name} is missing: ${names.join(', ')} are given together or not at all.`)
  })

export interface LiveKitSettings {
  /** URL with `ws:` or `wss:`. */
  url: string
  apiKey: string
  /** Secret that signs access tokens. */
  apiSecret: string
}

export interface Settings {
  mode: 'production' | 'development' | 'test'
  host: string
  /** TCP port; 0 lets the system choose. */
  port: number
  /** Absolute path of the folder for the database, files, cache and secrets. */
  dataDirectory: string
  /** URL for pooled queries; if absent, the embedded database is used. */
  databaseUrl: string | undefined
  /** URL of a direct connection for LISTEN, migrations and jobs; defaults to `databaseUrl`. */
  databaseDirectUrl: string | undefined
  /** Maximum database connections per process. */
  databasePool: number
  webConcurrency: number
  logLevel: string
  /** Public origin of the site without a trailing slash; if absent, derived from the Host header. */
  publicUrl: string | undefined
  /** Proxies whose X-Forwarded-For is trusted; empty: none. */
  trustProxy: string[]
  sessionSecret: string | undefined
  vaultSecret: string | undefined
  smtpUrl: string | undefined
  smsUrl: string | undefined
  /** Card payment provider with its keys; if absent, card payment is not offered. */
  cardUrl: string | undefined
  /** Identity verification provider with its keys; if absent, verification is not offered. */
  identityUrl: string | undefined
  /**
   * STUN server, from which browsers learn their public address, and TURN server, which relays online meetings between
   * browsers that cannot connect directly.
   */
  stunUrl: string | undefined
  turnUrl: string | undefined
  /** Secret shared with the TURN server; signs its temporary user names. */
  turnSecret: string | undefined
  /** Media server for online meetings; if absent, browsers connect to each other directly. */
  liveKit: LiveKitSettings | undefined
  metricsToken: string | undefined
  /** True to load the demonstration data into an empty database. */
  demo: boolean
  limits: Limits
}

export class SettingsError extends Error {}

/** Reads and validates the settings; throws `SettingsError` with one sentence per invalid setting. */
export const readSettings = (env: Record<string, string | undefined>): Settings => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = Environment.safeParse(given)
  const errors = [
    ...(result.error?.issues ?? []).map((issue) => `The setting ${issue.path.join('.')} ${issue.message}.`),
    ...missing(given),
  ]
  if (!result.success || errors.length > 0) throw new SettingsError(errors.join('\n'))
  const values = result.data
  const { LIVEKIT_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret } = values
  return {
    mode: values.NODE_ENV,
    host: values.HOST,
    port: values.PORT,
    dataDirectory: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    webConcurrency: values.WEB_CONCURRENCY,
    logLevel: values.LOG_LEVEL,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ''),
    trustProxy: values.TRUST_PROXY,
    sessionSecret: values.SESSION_SECRET,
    vaultSecret: values.VAULT_SECRET,
    smtpUrl: values.SMTP_URL,
    smsUrl: values.SMS_URL,
    cardUrl: values.CARD_URL,
    identityUrl: values.IDENTITY_URL,
    stunUrl: values.STUN_URL,
    turnUrl: values.TURN_URL,
    turnSecret: values.TURN_SECRET,
    liveKit: url && apiKey && apiSecret ? { url, apiKey, apiSecret } : undefined,
    metricsToken: values.METRICS_TOKEN,
    demo: values.DEMO,
    limits: defaultLimits,
  }
}
