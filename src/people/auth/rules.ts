/** Session lengths from the settings (`security`). */
export interface SessionLengths {
  consoleIdleMinutes: number
  consoleHours: number
  memberIdleDays: number
  memberDays: number
}

/** Defaults if the settings have no value. */
const defaultLengths: SessionLengths = { consoleIdleMinutes: 30, consoleHours: 12, memberIdleDays: 14, memberDays: 90 }

const minute = 60_000
const day = 24 * 60 * minute

/** Session lifetimes in ms: `idle` without a refresh, `whole` in total. */
export const getSessionLifetimes = (
  isStaff: boolean,
  lengths: SessionLengths | null,
): { idle: number; total: number } => {
  const { consoleIdleMinutes, consoleHours, memberIdleDays, memberDays } = { ...defaultLengths, ...lengths }
  return isStaff
    ? { idle: consoleIdleMinutes * minute, total: consoleHours * 60 * minute }
    : { idle: memberIdleDays * day, total: memberDays * day }
}

/** Log-in methods. */
export const loginMethods = ['password', 'totp', 'recovery', 'passkey', 'device'] as const
export type LoginMethod = (typeof loginMethods)[number]

/** Trusted device: lifetime in ms, and maximum number per account. */
export const trustLifetime = 30 * 86_400_000
export const maxTrustedDevices = 10

/**
 * Consecutive failures without a delay. The limit per address is higher, because many users share one behind a router.
 */
export const freeFailures = { account: 5, address: 30 }

/**
 * Seconds: delay after the first failure beyond the free ones, doubled with each further failure up to `longestDelay`.
 */
export const firstDelay = 2
export const maxDelay = 900

/** Minimum password length in characters; staff are accounts that may enter the console. */
export const getMinPasswordLength = (isStaff: boolean): number => (isStaff ? 12 : 8)

/** Words of this firm that make a password easy to guess. */
const ownWords = [
  'daecheong',
  '대청',
  'password',
  '비밀번호',
  'qwerty',
  '1234',
  'admin',
  'asdf',
  '0000',
  '1111',
  'abcd',
  'iloveyou',
  'letmein',
  'welcome',
]

/**
 * True if the password has fewer than five different characters, or consists mostly of the firm's words or the
 * username.
 */
export const consistsOfKnownWords = (password: string, username: string): boolean => {
  const normalized = password.normalize('NFC').toLowerCase()
  if (new Set(normalized).size < 5) return true
  const rest = [...ownWords, username.toLowerCase()]
    .filter((word) => word.length > 1)
    .reduce((remainder, word) => remainder.replaceAll(word, ''), normalized)
  return rest !== normalized && rest.replace(/[^\p{L}]/gu, '').length < 4
}
