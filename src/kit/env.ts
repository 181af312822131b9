import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { defaultLimits, type Limits } from './limits.ts'

const Url = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })

/** An address, a network (`10.0.0.0/8`, `10.0.0.0/255.0.0.0`) or a name, as the package `proxy-addr` takes them. */
const isProxy = (text: string): boolean => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', range, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  if (range === undefined) return true
  if (/^\d{1,3}$/.test(range)) return Number(range) > 0 && Number(range) <= (version === 4 ? 32 : 128)
  return version === 4 && isMask(range)
}

/** Ones and then zeros, at least one of them a one: any other mask would trust addresses that nobody named. */
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

/** `https://KEY:SECRET@host?from=0200001200`; without encryption on this machine only. */
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
 * Where cards are paid, by name of the provider; on this machine without encryption, with a script of its own:
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

/** `portone://STORE_ID:API_SECRET@api.portone.io?channel=CHANNEL_KEY`; on this machine without encryption, with a script of its own. */
const isIdentityUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, searchParams } = new URL(text)
  if (searchParams.has('script') && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return false
  return (
    protocol === 'portone:' &&
    ![hostname, username, password, searchParams.get('channel') ?? ''].some((part) => part === '')
  )
}

/** Browsers are told this address, and it becomes a source of a Content-Security-Policy, which knows names and IPv4 alone. */
const isLiveKitUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(text)
  return (
    ['ws:', 'wss:'].includes(protocol) &&
    /^[a-z\d.-]+$/.test(hostname) &&
    [username, password, search, hash].every((part) => part === '')
  )
}

/** Every setting of the environment, with its default. The README's table says what each does. */
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

/** Settings that mean nothing one without the others. */
const together = [['LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET']] as const

/** One sentence for each setting that is missing beside others. */
const missing = (given: Record<string, string | undefined>): string[] =>
  together.flatMap((names) => {
    const absent = names.filter((name) => given[name] === undefined)
    return absent.length === names.length
      ? []
      : absent.map((name) => `The setting ${name} is missing: ${names.join(', ')} are given together or not at all.`)
  })

export interface LiveKitSettings {
  /** `ws:` or `wss:`. */
  url: string
  apiKey: string
  /** Signs access tokens. */
  apiSecret: string
}

/** Settings as the application uses them. */
export interface Settings {
  mode: 'production' | 'development' | 'test'
  host: string
  /** TCP port; 0 lets the system choose. */
  port: number
  /** Absolute path of the folder that holds database, files, cache and secrets. */
  dataDirectory: string
  /** Pooled queries; absent: the embedded database. */
  databaseUrl: string | undefined
  /** Direct connection for listening, migrations and jobs; defaults to `databaseUrl`. */
  databaseDirectUrl: string | undefined
  /** Connections of one process. */
  databasePool: number
  webConcurrency: number
  logLevel: string
  /** Origin under which visitors reach the site, without a slash at its end; absent: the Host header's. */
  publicUrl: string | undefined
  /** Addresses of proxies whose X-Forwarded-For is believed; empty: none. */
  trustProxy: string[]
  sessionSecret: string | undefined
  vaultSecret: string | undefined
  smtpUrl: string | undefined
  smsUrl: string | undefined
  /** Provider of card payments with its keys; absent: cards are not offered. */
  cardUrl: string | undefined
  /** Provider of identity verification with its keys; absent: it is not offered. */
  identityUrl: string | undefined
  /** Where browsers learn their address, and a relay for those that cannot reach each other, for meetings online. */
  stunUrl: string | undefined
  turnUrl: string | undefined
  /** Shared with the relay; signs the names that it takes. */
  turnSecret: string | undefined
  /** Server over which meetings online run in place of lines between browsers; absent: those. */
  liveKit: LiveKitSettings | undefined
  metricsToken: string | undefined
  /** Load the demonstration into an empty database. */
  demo: boolean
  limits: Limits
}

export class SettingsError extends Error {}

/** Reads and checks the settings; throws `SettingsError` with one sentence for each that is wrong. */
export const readSettings = (env: Record<string, string | undefined>): Settings => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = Environment.safeParse(given)
  const wrong = [
    ...(result.error?.issues ?? []).map((issue) => `The setting ${issue.path.join('.')} ${issue.message}.`),
    ...missing(given),
  ]
  if (!result.success || wrong.length > 0) throw new SettingsError(wrong.join('\n'))
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
