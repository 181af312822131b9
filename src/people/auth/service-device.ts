import { m } from '#messages/messages.js'

/** Order matters: every browser claims to be the ones before it. */
const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Whale/', 'Whale'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

const named = (text: string, names: readonly (readonly [string, string])[]) =>
  names.find(([sign]) => text.includes(sign))?.[1]

/** `Chrome · Windows` of a User-Agent, as far as it tells. */
export const deviceName = (userAgent: string): string =>
  [named(userAgent, browsers), named(userAgent, systems)].filter((part) => part !== undefined).join(' · ') ||
  userAgent.slice(0, 60) ||
  m.password_device_unknown()
