import { type Call, CallRefused, type Client, createClient, newKey, type Transport } from '#kit/client.ts'
import type { Contract } from '#kit/contract.ts'
import { languageTag } from '#kit/i18n.ts'
import { getLocale } from '#messages/runtime.js'
import { showAlert } from './alert.ts'
import { sessionRoutes } from './contract.ts'
import { send } from './send.ts'
import { beginSession, currentSession, currentTokens, endSession, renewAccess, type Session } from './tokens.ts'

/**
 * How a browser calls the API: Authorization and Accept-Language on each call; a
 * 401 is answered by one refresh for all calls that wait and one retry; when the refresh is refused the session ends;
 * a 403 shows the body's message; everything else goes to the caller as `CallRefused`.
 */

/** Asks the person to log in again where they are; true when they did. */
type AskAgain = () => Promise<boolean>

let askAgain: AskAgain | undefined
let asking: Promise<boolean> | undefined
let refreshing: Promise<void> | undefined

/** Registers who asks for the password in place; answers the function that ends it. */
export const onExpired = (ask: AskAgain): (() => void) => {
  askAgain = ask
  return () => {
    if (askAgain === ask) askAgain = undefined
  }
}

const headersOf = (call: Call, authorization: string | undefined): Headers => {
  const headers = new Headers({ 'accept-language': languageTag[getLocale()] })
  if (authorization) headers.set('authorization', authorization)
  for (const [name, value] of Object.entries(call.options.headers ?? {})) headers.set(name, value)
  return headers
}

const bearer = (token: string): string | undefined => (token ? `Bearer ${token}` : undefined)

/** A client of the log-in routes that sends exactly this Authorization. */
const withAuthorization = (authorization: string): Client<typeof sessionRoutes> =>
  createClient(sessionRoutes, (call) => send(call, headersOf(call, authorization)))

/** Base64 of the UTF-8 bytes: a password may hold any character (RFC 7617, section 2.1). */
const basic = (username: string, password: string): string => {
  const bytes = new TextEncoder().encode(`${username}:${password}`)
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
}

/** Logs in and begins the session. Throws `CallRefused`: 401 for a wrong name or password, 429 with its wait. */
export const logIn = async (username: string, password: string): Promise<Session | null> => {
  const { refreshToken } = await withAuthorization(basic(username, password)).refreshToken()
  const { accessToken } = await withAuthorization(`Bearer ${refreshToken}`).accessToken()
  beginSession({ refreshToken, accessToken, username })
  return currentSession()
}

/** Logs out in every tab. The server is told; when it cannot be reached the tokens are gone here all the same. */
export const logOut = async (): Promise<void> => {
  const { refreshToken } = currentTokens()
  endSession('logout')
  if (refreshToken)
    await withAuthorization(`Bearer ${refreshToken}`)
      .logout()
      .catch(() => undefined)
}

/** One refresh, however many calls wait for it. A refused one ends the session; one that did not arrive does not. */
export const refresh = (): Promise<void> => {
  refreshing ??= refreshWith(currentTokens().refreshToken).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

const refreshWith = async (refreshToken: string): Promise<void> => {
  try {
    const { accessToken } = await withAuthorization(`Bearer ${refreshToken}`).accessToken()
    if (currentTokens().refreshToken === refreshToken) renewAccess(accessToken)
  } catch (error) {
    // Meanwhile somebody may have logged in again, here or in another tab: that session is not the refused one.
    if (isRefusedSession(error) && currentTokens().refreshToken === refreshToken)
      endSession('expired', error.refusal.code)
    throw error
  }
}

const isRefusedSession = (error: unknown): error is CallRefused =>
  error instanceof CallRefused && (error.status === 401 || error.status === 403)

/** Asks once, however many calls wait for the answer. */
const askOnce = (): Promise<boolean> => {
  if (!askAgain) return Promise.resolve(false)
  asking ??= askAgain().finally(() => {
    asking = undefined
  })
  return asking
}

/** Makes the session good again for a call that was sent with `sent`; false when the call has to be given up. */
const restore = async (sent: string): Promise<boolean> => {
  // Another call, or another tab, may have renewed it already.
  const isRenewed = () => currentTokens().accessToken !== '' && currentTokens().accessToken !== sent
  if (isRenewed()) return true
  if (!currentTokens().refreshToken) return askOnce()
  try {
    await refresh()
    return true
  } catch (error) {
    if (isRefusedSession(error)) return isRenewed() || askOnce()
    throw error
  }
}

/** Milliseconds before its end at which a token is renewed: a call must not outlive it on its way. */
const margin = 5_000

/** Set where even a new token looks expired: this machine's clock is ahead of the server's, which then has to say so. */
let isClockAhead = false

/**
 * A call is not sent in vain: it waits for a refresh that is under way, and for the answer while the password is asked
 * for; a token that has run out is renewed before, not after.
 */
const renewBefore = async (call: Call): Promise<void> => {
  if (call.route.access === 'public') return
  await (asking ?? refreshing)?.catch(() => undefined)
  const session = currentSession()
  if (!session || isClockAhead || session.expiresAt > Date.now() + margin) return
  await restore(currentTokens().accessToken)
  isClockAhead = (currentSession()?.expiresAt ?? Number.POSITIVE_INFINITY) <= Date.now() + margin
}

/** The transport of the browser's clients. */
export const transport: Transport = async (plain) => {
  const call: Call = plain.route.idempotent
    ? { ...plain, options: { ...plain.options, headers: { 'idempotency-key': newKey(), ...plain.options.headers } } }
    : plain
  await renewBefore(call)
  const { accessToken } = currentTokens()
  try {
    return await send(call, headersOf(call, bearer(accessToken)))
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
    if (error.status === 401 && call.route.access !== 'public' && (await restore(accessToken))) return retry(call)
    return refused(error)
  }
}

const retry = (call: Call): Promise<unknown> =>
  send(call, headersOf(call, bearer(currentTokens().accessToken))).catch(refused)

const refused = (error: unknown): never => {
  if (error instanceof CallRefused && error.status === 403) void showAlert(error.refusal.message)
  throw error
}

/** The typed client of a contract, called as the account that is logged in in this tab. */
export const clientOf = <C extends Contract>(contract: C): Client<C> => createClient(contract, transport)
