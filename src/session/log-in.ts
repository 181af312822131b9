import { CallRefused } from '#kit/client.ts'
import { sessionRoutes } from './contract.ts'
import { withAuthorization } from './session.ts'
import { beginSession } from './session-tokens.ts'
import { readTrust, storeTrust } from './trusted-device.ts'

/** Log-in with a correct password that also requires a code. */
export interface SecondStep {
  pending: string
  /** As typed. */
  username: string
}

/** Base64 of the UTF-8 bytes: a password may contain any character (RFC 7617, section 2.1). */
const encodeBasic = (username: string, password: string): string => {
  const bytes = new TextEncoder().encode(`${username}:${password}`)
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
}

/** Begins the session of a refresh token in this tab, and in tabs whose session has ended. */
export const startSession = async (refreshToken: string, username: string): Promise<void> => {
  const { accessToken } = await withAuthorization(sessionRoutes, `Bearer ${refreshToken}`).accessToken()
  beginSession({ refreshToken, accessToken, username })
}

/**
 * Logs in. Returns null once the session has begun, otherwise the second step to pass to `submitCode`. Throws
 * `CallRefused`: 401 for a wrong name or password, 429 with the wait.
 */
export const logIn = async (username: string, password: string): Promise<SecondStep | null> => {
  const answer = await withAuthorization(sessionRoutes, encodeBasic(username, password)).refreshToken()
  if (!('pending' in answer)) {
    await startSession(answer.refreshToken, username)
    return null
  }
  const { pending } = answer
  const device = readTrust()
  if (!device) return { pending, username }
  try {
    const started = await withAuthorization(sessionRoutes, undefined).trustedDevice({ body: { pending, device } })
    await startSession(started.refreshToken, username)
    return null
  } catch (error) {
    // Device token of another account or no longer trusted: ask for the code.
    if (error instanceof CallRefused && error.refusal.fields?.device) return { pending, username }
    throw error
  }
}

/**
 * Completes the second step and begins the session; `trust` marks this device as trusted for a while. Throws
 * `CallRefused`: 400 for a wrong code (`code`) or an expired step (`pending`).
 */
export const submitCode = async ({ pending, username }: SecondStep, code: string, trust = false): Promise<void> => {
  const { refreshToken, device } = await withAuthorization(sessionRoutes, undefined).secondStep({
    body: { pending, code, ...(trust && { trust }) },
  })
  if (device) storeTrust(device)
  await startSession(refreshToken, username)
}
