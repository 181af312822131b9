/**
 * Storage key of the device token, with which the second step needs no code; belongs to the account that trusted the
 * device last.
 */
const storageKey = 'trustedDevice'

interface DeviceTrust {
  token: string
  /** ISO 8601. */
  expiresAt: string
}

export const storeTrust = (trust: DeviceTrust): void => {
  try {
    localStorage.setItem(storageKey, JSON.stringify(trust))
  } catch {
    // Without storage the code is asked for again.
  }
}

/** The token until it expires. */
export const readTrust = (): string | undefined => {
  try {
    const { token, expiresAt } = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<DeviceTrust>
    return token && expiresAt && new Date(expiresAt).getTime() > Date.now() ? token : undefined
  } catch {
    return undefined
  }
}
