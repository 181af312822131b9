import { type Call, CallRefused, type Client, createClient, newKey, type Transport } from '#kit/client.ts'
import type { Contract } from '#kit/contract.ts'
import { languageTag } from '#kit/i18n.ts'
import { inLocale } from '#kit/web/addresses/locale-path.ts'
import { getLocale } from '#messages/runtime.js'
import { sessionRoutes } from './contract.ts'
import { askOnce, openQuestion } from './expired-session.ts'
import { send } from './send-request.ts'
import { currentSession, currentTokens, endSession, renewAccess } from './session-tokens.ts'
import { forgetKeptPages } from './stored-pages.ts'

/**
 * How a browser calls the API: Authorization and Accept-Language on each call; a
 * 401 is answered by one refresh for all calls that wait and one retry; when the refresh is refused the session ends;
 * a 403 shows the body's message; everything else goes to the caller as `CallRefused`.
 */

let refreshing: Promise<void> | undefined

const headersOf = (call: Call, authorization: string | undefined): Headers => {
  const headers = new Headers({ 'accept-language': languageTag[getLocale()] })
  if (authorization) headers.set('authorization', authorization)
  for (const [name, value] of Object.entries(call.options.headers ?? {})) headers.set(name, value)
  return headers
}

/** Sends a call as the account of an access token, of the present one unless another is given; as a stranger with ''. */
const sendAs = (call: Call, token = currentTokens().accessToken): Promise<unknown> =>
  send(call, headersOf(call, token && `Bearer ${token}`))

/** A client that sends exactly this Authorization. */
export const withAuthorization = <C extends Contract>(contract: C, authorization: string | undefined): Client<C> =>
  createClient(contract, (call) => send(call, headersOf(call, authorization)))

/** Ends the session in every tab, with what this browser kept for it. For who has no session at the server any more. */
export const leave = async (): Promise<void> => {
  // Before the session ends: that leaves the page, and what is then under way may stop.
  await forgetKeptPages()
  endSession('logout')
}

/** Logs out in every tab. The server is told; when it cannot be reached the tokens are gone here all the same. */
export const logOut = async (): Promise<void> => {
  const { refreshToken } = currentTokens()
  await leave()
  if (refreshToken)
    await withAuthorization(sessionRoutes, `Bearer ${refreshToken}`)
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
    const { accessToken } = await withAuthorization(sessionRoutes, `Bearer ${refreshToken}`).accessToken()
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

const isPublic = ({ route }: Call): boolean => route.access === 'public'

/** Whether a call does or answers another thing for the account that it is sent with. */
const isOfAccount = (call: Call): boolean => !isPublic(call) || call.route.knowsMember === true

/** What everybody may read is read as a stranger where a session is over; nobody is asked for a password for it. */
const isPublicRead = (call: Call): boolean => isPublic(call) && call.route.method === 'GET'

/** Makes the session good again for a call that was sent with `sent`; false when the call has to be given up. */
const restore = async (call: Call, sent: string): Promise<boolean> => {
  // Another call, or another tab, may have renewed it already.
  const isRenewed = () => !['', sent].includes(currentTokens().accessToken)
  if (isRenewed()) return true
  const ask = () => isPublicRead(call) || askOnce()
  if (!currentTokens().refreshToken) return ask()
  try {
    await refresh()
    return true
  } catch (error) {
    if (isRefusedSession(error)) return isRenewed() || ask()
    throw error
  }
}

/** Milliseconds before its end at which a token is renewed: a call must not outlive it on its way. */
const margin = 5_000

/** Set where even a new token looks expired: this machine's clock is ahead of the server's, which then has to say so. */
let isClockAhead = false

const isNearEnd = (): boolean => {
  const session = currentSession()
  return session !== null && session.expiresAt <= Date.now() + margin
}

/**
 * A call is not sent in vain: it waits for a refresh that is under way, and for the answer while the password is asked
 * for; a token that has run out is renewed before, not after.
 */
const renewBefore = async (call: Call): Promise<void> => {
  if (!isOfAccount(call)) return
  await (openQuestion() ?? refreshing)?.catch(() => undefined)
  if (isClockAhead || !isNearEnd()) return
  await restore(call, currentTokens().accessToken)
  isClockAhead = isNearEnd()
}

/** The transport of the browser's clients. */
export const transport: Transport = async (plain) => {
  const call: Call = plain.route.idempotent
    ? { ...plain, options: { ...plain.options, headers: { 'idempotency-key': newKey(), ...plain.options.headers } } }
    : plain
  const before = currentTokens().accessToken
  await renewBefore(call)
  // Who came as a member, and does not log in again, does nothing as a stranger: the server refuses the old token.
  const accessToken = currentTokens().accessToken || (isPublicRead(call) ? '' : before)
  try {
    return await sendAs(call, accessToken)
  } catch (error) {
    const isUnknown = error instanceof CallRefused && error.status === 401
    // A stranger may be refused what needs an account: no session is over then.
    const isOver = isUnknown && isOfAccount(call) && (accessToken !== '' || !isPublic(call))
    return isOver && (await restore(call, accessToken))
      ? sendAs(call).catch((refusal: unknown) => refused(refusal, call))
      : refused(error, call)
  }
}

/** What an account has to do before anything else, by the refusal that says so, and where. */
const duties: Partial<Record<string, string>> = { two_step_required: '/me/security', agreement_required: '/agree' }

/** It is led there, and back afterwards. */
const leadTo = (page: string) => {
  const { pathname, search } = window.location
  const target = inLocale(getLocale(), page)
  if (pathname !== target) window.location.assign(`${target}?next=${encodeURIComponent(pathname + search)}`)
}

/** The dialog comes when it is needed: most pages never refuse anything. */
const tell = async (message: string): Promise<void> => {
  const dialog = await import('./show-alert.ts').catch(() => undefined)
  await dialog?.showAlert(message)
}

const refused = (error: unknown, { route }: Call): never => {
  if (error instanceof CallRefused && error.status === 403) {
    const duty = duties[error.refusal.code]
    // What was sent may still be on the screen: why one is led away is read first.
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
 * The same for what a page asks by itself, beside what one came for: a refusal is the caller's alone. It says nothing,
 * asks for no password and leads to no duty of the account.
 */
export const backgroundClientOf = <C extends Contract>(contract: C): Client<C> => createClient(contract, background)

/** The typed client of a contract, called as the account that is logged in in this tab. */
export const clientOf = <C extends Contract>(contract: C): Client<C> => createClient(contract, transport)
