import { CallRefused } from '#kit/client.ts'
import { sessionRoutes } from './contract.ts'
import { withAuthorization } from './session.ts'
import { beginSession } from './session-tokens.ts'
import { keepTrust, keptTrust } from './trusted-device.ts'

/** A log-in whose password was right, and which needs a code too. */
export interface SecondStep {
  pending: string
  /** As it was typed. */
  username: string
}

/** Base64 of the UTF-8 bytes: a password may hold any character (RFC 7617, section 2.1). */
const basic = (username: string, password: string): string => {
  const bytes = new TextEncoder().encode(`${username}:${password}`)
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
}

/** Begins the session of a refresh token in this tab, and in those whose own has ended. */
export const enter = async (refreshToken: string, username: string): Promise<void> => {
  const { accessToken } = await withAuthorization(sessionRoutes, `Bearer ${refreshToken}`).accessToken()
  beginSession({ refreshToken, accessToken, username })
}

/**
 * Logs in. Answers null when the session has begun, else what the code is sent with (`giveCode`). Throws `CallRefused`:
 * 401 for a wrong name or password, 429 with its wait.
 */
export const logIn = async (username: string, password: string): Promise<SecondStep | null> => {
  const answer = await withAuthorization(sessionRoutes, basic(username, password)).refreshToken()
  if (!('pending' in answer)) {
    await enter(answer.refreshToken, username)
    return null
  }
  const { pending } = answer
  const device = keptTrust()
  if (!device) return { pending, username }
  try {
    const begun = await withAuthorization(sessionRoutes, undefined).trustedDevice({ body: { pending, device } })
    await enter(begun.refreshToken, username)
    return null
  } catch (error) {
    // Of another account, or trusted no longer: the code is asked for.
    if (error instanceof CallRefused && error.refusal.fields?.device) return { pending, username }
    throw error
  }
}

/** The second step, and on wish the last on this device for a while: begins the session. Throws `CallRefused`: 400 for a wrong code (`code`) or one too late (`pending`). */
export const giveCode = async ({ pending, username }: SecondStep, code: string, trust = false): Promise<void> => {
  const { refreshToken, device } = await withAuthorization(sessionRoutes, undefined).secondStep({
    body: { pending, code, ...(trust && { trust }) },
  })
  if (device) keepTrust(device)
  await enter(refreshToken, username)
}
