/**
 * Storage key of the device token, with which the second step needs no code; belongs to the account that trusted the
 * device last.
 */
const name = 'trustedDevice'

interface Trust {
  token: string
  /** ISO 8601. */
  expiresAt: string
}

export const storeTrust = (trust: Trust): void => {
  try {
    localStorage.setItem(name, JSON.stringify(trust))
  } catch {
    // Without storage the code is asked for again.
  }
}

/** The token until it expires. */
export const readTrust = (): string | undefined => {
  try {
    const { token, expiresAt } = JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<Trust>
    return token && expiresAt && new Date(expiresAt).getTime() > Date.now() ? token : undefined
  } catch {
    return undefined
  }
}
