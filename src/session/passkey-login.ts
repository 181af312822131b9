import { browserSupportsWebAuthn, startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser'
import { passkeyRoutes } from './contract.ts'
import { startSession } from './log-in.ts'
import { withAuthorization } from './session.ts'

const storageKey = 'passkey'

/** True if a passkey of this site was created or used in this browser; only then it is offered unprompted. */
export const hasPasskey = (): boolean => {
  try {
    return localStorage.getItem(storageKey) === '1'
  } catch {
    return false
  }
}

/** Stores that this browser has a passkey of this site. */
export const rememberPasskey = (): void => {
  try {
    localStorage.setItem(storageKey, '1')
  } catch {
    // Without storage the button still offers it.
  }
}

export const canUsePasskeys = (): boolean => browserSupportsWebAuthn()

/** True if the user closed the browser's prompt or another prompt replaced it. */
export const isAborted = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/** Cancels the autofill prompt of the username field. */
export const stopAutofill = (): void => WebAuthnAbortService.cancelCeremony()

/**
 * Logs in with a passkey and begins the session. With `autofill` the browser offers the passkey in the username field
 * and waits for a selection. Throws `CallRefused`, or the browser's error if the user closed its prompt.
 */
export const logInByPasskey = async ({ autofill = false } = {}): Promise<void> => {
  const client = withAuthorization(passkeyRoutes, undefined)
  const { challenge } = await client.passkeyChallenge()
  const { id, response } = await startAuthentication({ optionsJSON: challenge.options, useBrowserAutofill: autofill })
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response
  const { refreshToken, username } = await client.passkeyLogin({
    body: { challenge: challenge._id, credential: { id, clientDataJSON, authenticatorData, signature, userHandle } },
  })
  rememberPasskey()
  await startSession(refreshToken, username)
}
