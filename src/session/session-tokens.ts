/**
 * Tokens of this tab, in session storage. Tabs of a browser share a session through a BroadcastChannel: a new tab takes
 * it over from an open one, a log-out clears every tab.
 */

export interface Tokens {
  refreshToken: string
  accessToken: string
  /** As typed, so that an expired session asks for the password alone. */
  username: string
}

/** The logged-in account, as stated by the access token. */
export interface Session {
  userId: string
  scope: readonly string[]
  /** Expiry of the access token in epoch milliseconds. */
  expiresAt: number
}

/** How a session ended: log-out by the user, or refused by the server. */
export type Ending = 'logout' | 'expired'

type Message =
  | { kind: 'ask' }
  | { kind: 'session'; tokens: Tokens }
  | { kind: 'ended'; ending: Ending; refreshToken: string; code?: string }

/** `code`: the server's refusal code, which tells why a session expired. */
type Listener = (session: Session | null, ending: Ending | null, code?: string) => void

const names = ['refreshToken', 'accessToken', 'username'] as const

/** Milliseconds a new tab waits for a response of an open one. */
const maxWait = 150

const listeners = new Set<Listener>()
let session: Session | null | undefined
let channel: BroadcastChannel | null | undefined

const readItem = (name: (typeof names)[number]): string => sessionStorage.getItem(name) ?? ''

/** Payload of a JWT, not verified: the server decides, the browser only adapts what it shows. */
export const readPayload = (accessToken: string): Session | null => {
  try {
    const part = accessToken.split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof payload !== 'object' || payload === null) return null
    const { sub, scope, exp } = payload as Record<string, unknown>
    return {
      userId: String(sub ?? ''),
      scope: Array.isArray(scope) ? scope.filter((entry) => typeof entry === 'string') : [],
      expiresAt: Number(exp ?? 0) * 1000,
    }
  } catch {
    return null
  }
}

const notifyListeners = (ending: Ending | null, code?: string) => {
  for (const listener of [...listeners]) listener(session ?? null, ending, code)
}

const postMessage = (message: Message) => openChannel()?.postMessage(message)

const storeTokens = ({ refreshToken, accessToken, username }: Tokens) => {
  sessionStorage.setItem('refreshToken', refreshToken)
  sessionStorage.setItem('accessToken', accessToken)
  sessionStorage.setItem('username', username)
  session = readPayload(accessToken)
}

const deleteTokens = () => {
  sessionStorage.removeItem('refreshToken')
  sessionStorage.removeItem('accessToken')
  session = null
}

const handleMessage = (message: Message) => {
  const ownToken = readItem('refreshToken')
  if (message.kind === 'ask' && ownToken) postMessage({ kind: 'session', tokens: currentTokens() })
  else if (message.kind === 'session' && !ownToken) {
    // A tab with an expired session may hold unfinished work: only the same user may continue it.
    if (readItem('username') && readItem('username') !== message.tokens.username) return
    storeTokens(message.tokens)
    notifyListeners(null)
  } else if (message.kind === 'ended' && ownToken === message.refreshToken) {
    deleteTokens()
    if (message.ending === 'logout') sessionStorage.removeItem('username')
    notifyListeners(message.ending, message.code)
  }
}

const openChannel = (): BroadcastChannel | null => {
  if (channel === undefined) {
    channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('daecheong-session')
    channel?.addEventListener('message', (event: MessageEvent<Message>) => handleMessage(event.data))
  }
  return channel
}

/** Tokens of this tab; empty strings without a session. */
export const currentTokens = (): Tokens => ({
  refreshToken: readItem('refreshToken'),
  accessToken: readItem('accessToken'),
  username: readItem('username'),
})

/** Session of this tab, null without one. Referentially stable until it changes. */
export const currentSession = (): Session | null => {
  if (session === undefined) session = readItem('refreshToken') ? readPayload(readItem('accessToken')) : null
  return session
}

/** Calls back on log-in and log-out, here or in another tab; returns the unsubscribe function. */
export const watchSession = (listener: Listener): (() => void) => {
  openChannel()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Begins a session here, and in every tab whose session has ended. */
export const beginSession = (tokens: Tokens): void => {
  storeTokens(tokens)
  postMessage({ kind: 'session', tokens })
  notifyListeners(null)
}

/** Sets a new access token of the same session. */
export const renewAccess = (accessToken: string): void => {
  storeTokens({ ...currentTokens(), accessToken })
  notifyListeners(null)
}

/** Ends the session here and in every tab that shares it. */
export const endSession = (ending: Ending, code?: string): void => {
  const { refreshToken } = currentTokens()
  deleteTokens()
  if (ending === 'logout') sessionStorage.removeItem('username')
  if (refreshToken) postMessage({ kind: 'ended', ending, refreshToken, ...(code && { code }) })
  notifyListeners(ending, code)
}

/**
 * Session of this tab; a tab without one asks the open tabs first. Resolves immediately with a session, otherwise
 * within 150 ms.
 */
export const findSession = async (): Promise<Session | null> => {
  openChannel()
  const current = currentSession()
  if (current || !channel) return current
  return new Promise((resolve) => {
    const stop = watchSession((found) => found && finish(found))
    const timer = setTimeout(() => finish(currentSession()), maxWait)
    const finish = (found: Session | null) => {
      clearTimeout(timer)
      stop()
      resolve(found)
    }
    postMessage({ kind: 'ask' })
  })
}

/** For tests: resets the state of this module. */
export const resetTokens = (): void => {
  listeners.clear()
  channel?.close()
  channel = undefined
  session = undefined
}
