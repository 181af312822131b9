/** The token of this device, where its owner asked not to be asked for a code again: of the account that did so last. */
const name = 'trustedDevice'

interface Trust {
  token: string
  /** ISO 8601. */
  expiresAt: string
}

export const keepTrust = (trust: Trust): void => {
  try {
    localStorage.setItem(name, JSON.stringify(trust))
  } catch {
    // Without storage the code is asked for again.
  }
}

/** The token, while it serves. */
export const keptTrust = (): string | undefined => {
  try {
    const { token, expiresAt } = JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<Trust>
    return token && expiresAt && new Date(expiresAt).getTime() > Date.now() ? token : undefined
  } catch {
    return undefined
  }
}
