/** How long sessions last, as the settings say it (`security`). */
export interface SessionLengths {
  consoleIdleMinutes: number
  consoleHours: number
  memberIdleDays: number
  memberDays: number
}

/** Where the settings say nothing yet. */
const usual: SessionLengths = { consoleIdleMinutes: 30, consoleHours: 12, memberIdleDays: 14, memberDays: 90 }

const minute = 60_000
const day = 24 * 60 * minute

/**
 * Milliseconds. A session ends after the first without a refresh (idle), and at the latest after the second (whole).
 */
export const livesOf = (isStaff: boolean, lengths: SessionLengths | null): { idle: number; whole: number } => {
  const { consoleIdleMinutes, consoleHours, memberIdleDays, memberDays } = { ...usual, ...lengths }
  return isStaff
    ? { idle: consoleIdleMinutes * minute, whole: consoleHours * 60 * minute }
    : { idle: memberIdleDays * day, whole: memberDays * day }
}

/** How one logged in. */
export const loginWays = ['password', 'totp', 'recovery', 'passkey', 'device'] as const
export type LoginWay = (typeof loginWays)[number]

/** Milliseconds for which a device is not asked for a code again, and how many of an account are trusted at once. */
export const trustLife = 30 * 86_400_000
export const mostTrusted = 10

/** Failures in a row without a delay; an address is shared by many behind one router. */
export const freeFailures = { account: 5, address: 30 }

/** Seconds: the delay after the first failure beyond the free ones; it doubles with each, up to the longest. */
export const firstDelay = 2
export const longestDelay = 900

/** Shortest password by whether the account may enter the console, in characters. */
export const shortestPassword = (isStaff: boolean): number => (isStaff ? 12 : 8)

/** Words that this firm's passwords must not be made of. */
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

/** True for a password of fewer than five different characters, or of the firm's own words or the username and little else. */
export const isMadeOfOwnWords = (password: string, username: string): boolean => {
  const plain = password.normalize('NFC').toLowerCase()
  if (new Set(plain).size < 5) return true
  const rest = [...ownWords, username.toLowerCase()]
    .filter((word) => word.length > 1)
    .reduce((left, word) => left.replaceAll(word, ''), plain)
  return rest !== plain && rest.replace(/[^\p{L}]/gu, '').length < 4
}
