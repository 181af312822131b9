import { type Call, CallRefused, type Client, createClient, newKey, type Transport } from '#kit/client.ts'
import type { Contract } from '#kit/contract.ts'
import { languageTag } from '#kit/i18n.ts'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import { getLocale } from '#messages/runtime.js'
import { sessionRoutes } from './contract.ts'
import { pendingPrompt, promptOnce } from './expired-session.ts'
import { sendCall } from './send-request.ts'
import { currentSession, currentTokens, endSession, renewAccess } from './session-tokens.ts'
import { deleteStoredPages } from './stored-pages.ts'

/**
 * Browser side of the API: sends Authorization and Accept-Language with each call. A 401 triggers one refresh for all
 * waiting calls and one retry; a refused refresh ends the session. A 403 shows its message. All other refusals reach
 * the caller as `CallRefused`.
 */

let refreshing: Promise<void> | undefined

const headersOf = (call: Call, authorization: string | undefined): Headers => {
  const headers = new Headers({ 'accept-language': languageTag[getLocale()] })
  if (authorization) headers.set('authorization', authorization)
  for (const [name, value] of Object.entries(call.options.headers ?? {})) headers.set(name, value)
  return headers
}

/** Sends a call with an access token, by default the current one; anonymously with ''. */
const sendAs = (call: Call, token = currentTokens().accessToken): Promise<unknown> =>
  sendCall(call, headersOf(call, token && `Bearer ${token}`))

/** Client that sends exactly this Authorization header. */
export const withAuthorization = <C extends Contract>(contract: C, authorization: string | undefined): Client<C> =>
  createClient(contract, (call) => sendCall(call, headersOf(call, authorization)))

/**
 * Ends the session in every tab and deletes what this browser stored for it. For sessions that the server has already
 * ended.
 */
export const endLocalSession = async (): Promise<void> => {
  // Before ending the session, which leaves the page and may stop pending work.
  await deleteStoredPages()
  endSession('logout')
}

/** Logs out in every tab and notifies the server. If it is unreachable, the tokens are deleted here all the same. */
export const logOut = async (): Promise<void> => {
  const { refreshToken } = currentTokens()
  await endLocalSession()
  if (refreshToken)
    await withAuthorization(sessionRoutes, `Bearer ${refreshToken}`)
      .logout()
      .catch(() => undefined)
}

/** Single-flight refresh. A refused one ends the session; a failed request does not. */
export const refresh = (): Promise<void> => {
  refreshing ??= refreshWith(currentTokens().refreshToken).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

const refreshWith = async (refreshToken: string): Promise<void> => {
  try {
    const { accessToken } = await withAuthorization(sessionRoutes, `Bearer ${refreshToken}`).accessToken()
    if (currentTokens().refreshToken === refreshToken) renewAccess(accessToken)
  } catch (error) {
    // The user may have logged in again meanwhile, here or in another tab; do not end that session.
    if (isRefusedSession(error) && currentTokens().refreshToken === refreshToken)
      endSession('expired', error.refusal.code)
    throw error
  }
}

const isRefusedSession = (error: unknown): error is CallRefused =>
  error instanceof CallRefused && (error.status === 401 || error.status === 403)

const isPublic = ({ route }: Call): boolean => route.access === 'public'

/** True if the account affects the effect or the response of a call. */
const isOfAccount = (call: Call): boolean => !isPublic(call) || call.route.knowsMember === true

/** Public GET calls are sent anonymously when the session is over, without a password prompt. */
const isPublicRead = (call: Call): boolean => isPublic(call) && call.route.method === 'GET'

/** Renews the session after a call with token `sent` was refused; returns false if the call must be given up. */
const restore = async (call: Call, sent: string): Promise<boolean> => {
  // Another call or tab may have renewed it already.
  const isRenewed = () => !['', sent].includes(currentTokens().accessToken)
  if (isRenewed()) return true
  const ask = () => isPublicRead(call) || promptOnce()
  if (!currentTokens().refreshToken) return ask()
  try {
    await refresh()
    return true
  } catch (error) {
    if (isRefusedSession(error)) return isRenewed() || ask()
    throw error
  }
}

/** Renew tokens this many ms before they expire, so that a call cannot outlive its token. */
const margin = 5_000

/** True if even a new token looks expired: this computer's clock is ahead, so only the server can tell. */
let isClockAhead = false

const isNearEnd = (): boolean => {
  const session = currentSession()
  return session !== null && session.expiresAt <= Date.now() + margin
}

/**
 * Avoids calls that would be refused: waits for a running refresh or password prompt, and renews an expired token
 * first.
 */
const renewBefore = async (call: Call): Promise<void> => {
  if (!isOfAccount(call)) return
  await (pendingPrompt() ?? refreshing)?.catch(() => undefined)
  if (isClockAhead || !isNearEnd()) return
  await restore(call, currentTokens().accessToken)
  isClockAhead = isNearEnd()
}

/** Transport of the browser's clients. */
export const transport: Transport = async (plain) => {
  const call: Call = plain.route.idempotent
    ? { ...plain, options: { ...plain.options, headers: { 'idempotency-key': newKey(), ...plain.options.headers } } }
    : plain
  const before = currentTokens().accessToken
  await renewBefore(call)
  // A call begun as a member never falls back to anonymous, unless it is a public GET; the server refuses the old
  // token.
  const accessToken = currentTokens().accessToken || (isPublicRead(call) ? '' : before)
  try {
    return await sendAs(call, accessToken)
  } catch (error) {
    const isUnknown = error instanceof CallRefused && error.status === 401
    // An anonymous call may be refused because it requires an account; no session is over then.
    const isOver = isUnknown && isOfAccount(call) && (accessToken !== '' || !isPublic(call))
    return isOver && (await restore(call, accessToken))
      ? sendAs(call).catch((refusal: unknown) => refused(refusal, call))
      : refused(error, call)
  }
}

/** Page for each refusal that requires the user to do something first. */
const duties: Partial<Record<string, string>> = { two_step_required: '/me/security', agreement_required: '/agree' }

/** Redirects there and back afterwards. */
const leadTo = (page: string) => {
  const { pathname, search } = window.location
  const target = inLocale(getLocale(), page)
  if (pathname !== target) window.location.assign(`${target}?next=${encodeURIComponent(pathname + search)}`)
}

/** Loaded on demand: most pages never receive a refusal. */
const tell = async (message: string): Promise<void> => {
  const dialog = await import('./show-alert.ts').catch(() => undefined)
  await dialog?.showAlert(message)
}

const refused = (error: unknown, { route }: Call): never => {
  if (error instanceof CallRefused && error.status === 403) {
    const duty = duties[error.refusal.code]
    // Unsaved input may still be on the screen, so show the reason before redirecting.
    const told = duty && route.method === 'GET' ? Promise.resolve() : tell(error.refusal.message)
    if (duty) void told.then(() => leadTo(duty))
  }
  throw error
}

const background: Transport = async (call) => {
  await refreshing?.catch(() => undefined)
  return sendAs(call)
}

/**
 * Client for calls that a page makes in the background. Refusals only reach the caller: no message, no password prompt,
 * no redirect.
 */
export const backgroundClientOf = <C extends Contract>(contract: C): Client<C> => createClient(contract, background)

/** Typed client of a contract, called as the account of this tab. */
export const clientOf = <C extends Contract>(contract: C): Client<C> => createClient(contract, transport)
