import { browserSupportsWebAuthn, startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser'
import { passkeyRoutes } from './contract.ts'
import { enter } from './log-in.ts'
import { withAuthorization } from './session.ts'

const flag = 'passkey'

/** Whether a passkey of this site was made or used in this browser: only then it is offered before one asks. */
export const knowsPasskey = (): boolean => {
  try {
    return localStorage.getItem(flag) === '1'
  } catch {
    return false
  }
}

/** Remembers that this browser has a passkey of this site. */
export const rememberPasskey = (): void => {
  try {
    localStorage.setItem(flag, '1')
  } catch {
    // It is offered by its button then.
  }
}

export const canUsePasskeys = (): boolean => browserSupportsWebAuthn()

/** The person closed the browser's question, or another took its place. */
export const isAborted = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/** Closes the question that is open in the field of the username. */
export const stopAutofill = (): void => WebAuthnAbortService.cancelCeremony()

/**
 * Logs in with a passkey and begins the session. With `autofill` the browser offers it in the field of the username and
 * waits there. Throws `CallRefused`, and the browser's own error where the person closed its question.
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
  await enter(refreshToken, username)
}
