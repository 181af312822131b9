import { m } from '#messages/messages.js'

/** Order matters: a browser's User-Agent may also contain names further down the list. */
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

const findName = (text: string, names: readonly (readonly [string, string])[]) =>
  names.find(([sign]) => text.includes(sign))?.[1]

/** Returns a device name such as `Chrome · Windows` from a User-Agent. */
export const deviceName = (userAgent: string): string =>
  [findName(userAgent, browsers), findName(userAgent, systems)].filter((part) => part !== undefined).join(' · ') ||
  userAgent.slice(0, 60) ||
  m.kit_device_unknown()
