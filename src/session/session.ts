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

const buildHeaders = (call: Call, authorization: string | undefined): Headers => {
  const headers = new Headers({ 'accept-language': languageTag[getLocale()] })
  if (authorization) headers.set('authorization', authorization)
  for (const [name, value] of Object.entries(call.options.headers ?? {})) headers.set(name, value)
  return headers
}

/** Sends a call with an access token, by default the current one; anonymously with ''. */
const sendAs = (call: Call, token = currentTokens().accessToken): Promise<unknown> =>
  sendCall(call, buildHeaders(call, token && `Bearer ${token}`))

/** Client that sends exactly this Authorization header. */
export const withAuthorization = <C extends Contract>(contract: C, authorization: string | undefined): Client<C> =>
  createClient(contract, (call) => sendCall(call, buildHeaders(call, authorization)))

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
const dependsOnAccount = (call: Call): boolean => !isPublic(call) || call.route.knowsMember === true

/** Public GET calls are sent anonymously when the session is over, without a password prompt. */
const isPublicRead = (call: Call): boolean => isPublic(call) && call.route.method === 'GET'

/** Renews the session after a call with `usedToken` was refused; returns false if the caller must not retry. */
const renewSession = async (call: Call, usedToken: string): Promise<boolean> => {
  // Another call or tab may have renewed it already.
  const isRenewed = () => !['', usedToken].includes(currentTokens().accessToken)
  if (isRenewed()) return true
  const promptLogIn = () => isPublicRead(call) || promptOnce()
  if (!currentTokens().refreshToken) return promptLogIn()
  try {
    await refresh()
    return true
  } catch (error) {
    if (isRefusedSession(error)) return isRenewed() || promptLogIn()
    throw error
  }
}

/** Renew tokens this many ms before they expire, so that a call cannot outlive its token. */
const renewalMargin = 5_000

/** True if even a new token looks expired: this computer's clock is ahead, so only the server can tell. */
let isClockAhead = false

const isNearExpiry = (): boolean => {
  const session = currentSession()
  return session !== null && session.expiresAt <= Date.now() + renewalMargin
}

/**
 * Avoids calls that would be refused: waits for a running refresh or password prompt, and renews an expired token
 * first.
 */
const renewBefore = async (call: Call): Promise<void> => {
  if (!dependsOnAccount(call)) return
  await (pendingPrompt() ?? refreshing)?.catch(() => undefined)
  if (isClockAhead || !isNearExpiry()) return
  await renewSession(call, currentTokens().accessToken)
  isClockAhead = isNearExpiry()
}

/** Transport of the browser's clients. */
export const transport: Transport = async (routeCall) => {
  const call: Call = routeCall.route.idempotent
    ? {
        ...routeCall,
        options: { ...routeCall.options, headers: { 'idempotency-key': newKey(), ...routeCall.options.headers } },
      }
    : routeCall
  const tokenBefore = currentTokens().accessToken
  await renewBefore(call)
  // A call begun as a member never falls back to anonymous, unless it is a public GET; the server refuses the old
  // token.
  const accessToken = currentTokens().accessToken || (isPublicRead(call) ? '' : tokenBefore)
  try {
    return await sendAs(call, accessToken)
  } catch (error) {
    const isUnauthorized = error instanceof CallRefused && error.status === 401
    // An anonymous call may be refused because it requires an account; no session is over then.
    const isSessionOver = isUnauthorized && dependsOnAccount(call) && (accessToken !== '' || !isPublic(call))
    return isSessionOver && (await renewSession(call, accessToken))
      ? sendAs(call).catch((refusal: unknown) => handleRefusal(refusal, call))
      : handleRefusal(error, call)
  }
}

/** Page for each refusal that requires the user to do something first. */
const requiredPages: Partial<Record<string, string>> = {
  two_step_required: '/me/security',
  agreement_required: '/agree',
}

/** Redirects there and back afterwards. */
const redirectTo = (page: string) => {
  const { pathname, search } = window.location
  const target = inLocale(getLocale(), page)
  if (pathname !== target) window.location.assign(`${target}?next=${encodeURIComponent(pathname + search)}`)
}

/** Loaded on demand: most pages never receive a refusal. */
const showMessage = async (message: string): Promise<void> => {
  const dialog = await import('./show-alert.ts').catch(() => undefined)
  await dialog?.showAlert(message)
}

const handleRefusal = (error: unknown, { route }: Call): never => {
  if (error instanceof CallRefused && error.status === 403) {
    const requiredPage = requiredPages[error.refusal.code]
    // Unsaved input may still be on the screen, so show the reason before redirecting.
    const messageShown = requiredPage && route.method === 'GET' ? Promise.resolve() : showMessage(error.refusal.message)
    if (requiredPage) void messageShown.then(() => redirectTo(requiredPage))
  }
  throw error
}

const backgroundTransport: Transport = async (call) => {
  await refreshing?.catch(() => undefined)
  return sendAs(call)
}

/**
 * Client for calls that a page makes in the background. Refusals only reach the caller: no message, no password prompt,
 * no redirect.
 */
export const backgroundClientOf = <C extends Contract>(contract: C): Client<C> =>
  createClient(contract, backgroundTransport)

/** Typed client of a contract, called as the account of this tab. */
export const clientOf = <C extends Contract>(contract: C): Client<C> => createClient(contract, transport)
