import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { boards } from '#content/boards/contract.ts'
import { CallRefused } from '#kit/client.ts'
import { route } from '#kit/contract.ts'
import { users } from '#people/users/contract.ts'

// Test files share module instances: another file may have loaded the real alert, and later files need it again.
vi.hoisted(() => vi.resetModules())
afterAll(() => vi.resetModules())
vi.mock('./show-alert.ts', () => ({ showAlert: vi.fn(() => Promise.resolve()) }))

const { showAlert } = await import('./show-alert.ts')
const { backgroundClientOf, clientOf, logOut } = await import('./session.ts')
const { logIn, submitCode } = await import('./log-in.ts')
const { setReauthenticationPrompt } = await import('./expired-session.ts')
const { ServerUnreached } = await import('./send-request.ts')
const tokens = await import('./session-tokens.ts')

/** Constant, so that tokens of the same name are equal even if created a second apart. */
const inTenMinutes = Math.floor(Date.now() / 1000) + 600

const createToken = (name: string, scope: string[] = ['console']) =>
  `h.${btoa(JSON.stringify({ sub: 'u1', scope, exp: inTenMinutes, name })).replace(/=+$/, '')}.s`

interface SentRequest {
  method: string
  path: string
  authorization: string | null
  language: string | null
  key: string | null
}

type MockServer = (request: SentRequest) => Response | Promise<Response>

let requests: SentRequest[] = []
let answer: MockServer

const jsonResponse = (status: number, body: unknown, headers?: Record<string, string>) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
const refusalResponse = (status: number, code: string, message: string = code) =>
  jsonResponse(status, { message, code })

const listRequestsTo = (path: string) => requests.filter((request) => request.path === path)

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    const request: SentRequest = {
      method: init.method ?? 'GET',
      path: path.split('?')[0] ?? '',
      authorization: headers.get('authorization'),
      language: headers.get('accept-language'),
      key: headers.get('idempotency-key'),
    }
    requests.push(request)
    return answer(request)
  })
  requests = []
  vi.mocked(showAlert).mockClear()
})

afterEach(() => {
  tokens.resetTokens()
  vi.unstubAllGlobals()
})

const beginTestSession = (accessToken = createToken('old')) =>
  tokens.beginSession({ refreshToken: 'refresh-1', accessToken, username: 'owner' })

/** Mock server that accepts only tokens of this name and issues `fresh` for the refresh token. */
const mockServer =
  (valid: string, fresh = createToken(valid)): MockServer =>
  ({ path, authorization }) => {
    if (path === '/api/auth/accessToken')
      return authorization === 'Bearer refresh-1' && fresh
        ? jsonResponse(200, { accessToken: fresh, expiresAt: new Date().toISOString() })
        : refusalResponse(401, 'session_expired')
    return authorization === `Bearer ${fresh}`
      ? jsonResponse(200, { codes: [] })
      : refusalResponse(401, 'login_required')
  }

const client = clientOf(boards)
const authClient = clientOf(users)

describe('log-in', () => {
  it('sends Basic with UTF-8 bytes, exchanges the refresh token, and stores both in session storage', async () => {
    const access = createToken('new')
    answer = ({ path }) =>
      path === '/api/auth/refreshToken'
        ? jsonResponse(200, { refreshToken: 'refresh-9', expiresAt: new Date().toISOString() })
        : jsonResponse(200, { accessToken: access, expiresAt: new Date().toISOString() })
    expect(await logIn('한이담', '비밀:번호 ✓')).toBeNull()
    const session = tokens.currentSession()
    expect(
      Buffer.from(listRequestsTo('/api/auth/refreshToken')[0]?.authorization?.slice(6) ?? '', 'base64').toString(),
    ).toBe('한이담:비밀:번호 ✓')
    expect(listRequestsTo('/api/auth/accessToken')[0]?.authorization).toBe('Bearer refresh-9')
    expect(sessionStorage.getItem('refreshToken')).toBe('refresh-9')
    expect(sessionStorage.getItem('accessToken')).toBe(access)
    expect(session?.scope).toEqual(['console'])
  })

  it('begins no session before the code of the second step', async () => {
    const access = createToken('late')
    answer = ({ method, path }) =>
      path === '/api/auth/secondStep' || path === '/api/auth/accessToken'
        ? jsonResponse(200, { refreshToken: 'refresh-5', accessToken: access, expiresAt: '' })
        : method === 'GET'
          ? jsonResponse(200, { pending: 'pending-1', expiresAt: '' })
          : refusalResponse(404, 'not_found')
    const step = await logIn('owner', 'x')
    expect(step).toEqual({ pending: 'pending-1', username: 'owner' })
    expect(sessionStorage.getItem('refreshToken')).toBeNull()
    if (step) await submitCode(step, '123456')
    expect(listRequestsTo('/api/auth/secondStep')).toMatchObject([{ method: 'POST', authorization: null }])
    expect(tokens.currentTokens()).toEqual({ refreshToken: 'refresh-5', accessToken: access, username: 'owner' })
  })

  it('passes on a refusal and stores nothing', async () => {
    answer = () => jsonResponse(429, { message: 'wait', code: 'too_many' }, { 'retry-after': '30' })
    const error = await logIn('owner', 'x').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(CallRefused)
    expect(error).toMatchObject({ status: 429, retryAfter: 30 })
    expect(sessionStorage.getItem('refreshToken')).toBeNull()
  })

  it('log-out notifies the server and deletes everything, also if the server is unreachable', async () => {
    beginTestSession()
    answer = () => Promise.reject(new TypeError('network'))
    await logOut()
    expect(listRequestsTo('/api/auth/refreshToken')).toMatchObject([
      { method: 'DELETE', authorization: 'Bearer refresh-1' },
    ])
    expect(tokens.currentSession()).toBeNull()
    expect(sessionStorage.getItem('accessToken')).toBeNull()
    expect(sessionStorage.getItem('username')).toBeNull()
  })
})

describe('a call of a public route that knows members', () => {
  const shared = { access: 'public', knowsMember: true, summary: 'A route for the test.' } as const
  const shop = clientOf({
    order: route({ ...shared, method: 'POST', path: '/api/v1/test/orders' }),
    price: route({ ...shared, method: 'GET', path: '/api/v1/test/price' }),
    plain: route({ method: 'GET', path: '/api/v1/test/plain', access: 'public', summary: 'For all alike.' }),
  })
  const listOrderAuthorizations = () => listRequestsTo('/api/v1/test/orders').map(({ authorization }) => authorization)
  const expiredToken = `h.${btoa(JSON.stringify({ sub: 'u1', scope: [], exp: Math.floor(Date.now() / 1000) - 1 }))}.s`
  /** Like the real server: anonymous calls are served, and an invalid token is refused. */
  const mockOpenServer =
    (valid: string, fresh = createToken(valid)): MockServer =>
    (request) => {
      if (request.path === '/api/auth/accessToken') return mockServer(valid, fresh)(request)
      return request.authorization === null || request.authorization === `Bearer ${fresh}`
        ? jsonResponse(200, {})
        : refusalResponse(401, 'session_expired')
    }

  it('renews an expired token before sending, so that the order is the member’s', async () => {
    beginTestSession(expiredToken)
    answer = mockOpenServer('new')
    await shop.order()
    expect(listOrderAuthorizations()).toEqual([`Bearer ${createToken('new')}`])
  })

  it('renews a refused token and repeats the call', async () => {
    beginTestSession()
    answer = mockOpenServer('new')
    await shop.order()
    expect(listOrderAuthorizations()).toEqual([`Bearer ${createToken('old')}`, `Bearer ${createToken('new')}`])
  })

  it('is never sent anonymously for a member who does not log in again', async () => {
    for (const first of [expiredToken, createToken('old')]) {
      beginTestSession(first)
      answer = mockOpenServer('new', '')
      const stop = setReauthenticationPrompt(() => Promise.resolve(false))
      await expect(shop.order()).rejects.toMatchObject({ status: 401, refusal: { code: 'session_expired' } })
      stop()
      expect(new Set(listOrderAuthorizations())).toEqual(new Set([`Bearer ${first}`]))
      requests = []
    }
  })

  it('continues as the member’s after the password was entered again', async () => {
    beginTestSession(expiredToken)
    const renewedToken = createToken('again')
    answer = mockOpenServer('again', '')
    const stop = setReauthenticationPrompt(async () => {
      tokens.beginSession({ refreshToken: 'refresh-2', accessToken: renewedToken, username: 'owner' })
      answer = mockOpenServer('again', renewedToken)
      return true
    })
    await shop.order()
    stop()
    expect(listOrderAuthorizations()).toEqual([`Bearer ${renewedToken}`])
  })

  it('reads anonymously after the session ended, without a password prompt', async () => {
    const ask = vi.fn(() => Promise.resolve(false))
    const stop = setReauthenticationPrompt(ask)
    for (const first of [expiredToken, createToken('old')]) {
      beginTestSession(first)
      answer = mockOpenServer('new', '')
      await shop.price()
      expect(listRequestsTo('/api/v1/test/price').at(-1)?.authorization).toBeNull()
    }
    stop()
    expect(ask).not.toHaveBeenCalled()
  })

  it('of a guest is sent without a token; a refusal for lack of an account reaches the caller', async () => {
    answer = mockOpenServer('new')
    await shop.order()
    expect(listOrderAuthorizations()).toEqual([null])
    const ask = vi.fn(() => Promise.resolve(true))
    const stop = setReauthenticationPrompt(ask)
    answer = () => refusalResponse(401, 'login_required')
    await expect(shop.order()).rejects.toMatchObject({ status: 401 })
    stop()
    expect([listOrderAuthorizations(), ask.mock.calls]).toEqual([[null, null], []])
  })

  it('is unlike other public calls, which neither renew nor wait', async () => {
    beginTestSession(expiredToken)
    answer = () => jsonResponse(200, {})
    await shop.plain()
    expect(requests.map(({ path }) => path)).toEqual(['/api/v1/test/plain'])
  })
})

describe('a call', () => {
  it('carries Authorization and Accept-Language', async () => {
    const access = createToken('good')
    beginTestSession(access)
    answer = mockServer('good', access)
    await client.codes()
    expect(requests).toMatchObject([{ authorization: `Bearer ${access}`, language: 'ko' }])
  })

  it('makes one refresh for all waiting calls, and retries each once', async () => {
    beginTestSession()
    answer = mockServer('new')
    await Promise.all(Array.from({ length: 12 }, () => client.codes()))
    expect(listRequestsTo('/api/auth/accessToken')).toHaveLength(1)
    expect(listRequestsTo('/api/console/boards/codes')).toHaveLength(24)
    expect(sessionStorage.getItem('accessToken')).toBe(createToken('new'))
  })

  it('waits for a running refresh instead of being refused', async () => {
    beginTestSession()
    const renewed = mockServer('new')
    let release: () => void = () => undefined
    const refreshHeld = new Promise<void>((resolve) => {
      release = resolve
    })
    answer = async (request) => {
      if (request.path === '/api/auth/accessToken') await refreshHeld
      return renewed(request)
    }
    const first = client.codes()
    await vi.waitFor(() => expect(listRequestsTo('/api/auth/accessToken')).toHaveLength(1), 30_000)
    const later = [client.codes(), client.codes()]
    release()
    await Promise.all([first, ...later])
    expect(listRequestsTo('/api/console/boards/codes').map(({ authorization }) => authorization)).toEqual([
      `Bearer ${createToken('old')}`,
      ...Array.from({ length: 3 }, () => `Bearer ${createToken('new')}`),
    ])
  })

  it('renews an expired token before sending, once for all calls', async () => {
    const oldToken = `h.${btoa(JSON.stringify({ sub: 'u1', scope: ['console'], exp: Math.floor(Date.now() / 1000) - 1 }))}.s`
    beginTestSession(oldToken)
    answer = mockServer('new')
    await Promise.all([client.codes(), client.codes(), client.codes()])
    expect(listRequestsTo('/api/auth/accessToken')).toHaveLength(1)
    expect(listRequestsTo('/api/console/boards/codes')).toHaveLength(3)
  })

  it('is sent normally if the local clock is far ahead', async () => {
    const longExpiredToken = `h.${btoa(JSON.stringify({ sub: 'u1', scope: ['console'], exp: Math.floor(Date.now() / 1000) - 900 }))}.s`
    beginTestSession(longExpiredToken)
    answer = mockServer('new', longExpiredToken)
    for (let count = 0; count < 4; count += 1) await client.codes()
    expect(listRequestsTo('/api/auth/accessToken')).toHaveLength(1)
    expect(listRequestsTo('/api/console/boards/codes')).toHaveLength(4)
  })

  it('is retried only once', async () => {
    beginTestSession()
    answer = ({ path }) =>
      path === '/api/auth/accessToken'
        ? jsonResponse(200, { accessToken: createToken('new'), expiresAt: '' })
        : refusalResponse(401, 'login_required')
    await expect(client.codes()).rejects.toMatchObject({ status: 401 })
    expect(listRequestsTo('/api/console/boards/codes')).toHaveLength(2)
    expect(listRequestsTo('/api/auth/accessToken')).toHaveLength(1)
  })

  it('logs out when the refresh is refused', async () => {
    beginTestSession()
    answer = mockServer('new', '')
    const endings: unknown[] = []
    tokens.watchSession((session, ending, code) => endings.push([session, ending, code]))
    await expect(client.codes()).rejects.toMatchObject({ status: 401 })
    expect(tokens.currentSession()).toBeNull()
    expect(endings).toEqual([[null, 'expired', 'session_expired']])
    expect(listRequestsTo('/api/console/boards/codes')).toHaveLength(1)
  })

  it('keeps the session if the refresh does not reach the server', async () => {
    beginTestSession()
    answer = ({ path }) =>
      path === '/api/auth/accessToken' ? refusalResponse(503, 'unavailable') : refusalResponse(401, 'login_required')
    await expect(client.codes()).rejects.toMatchObject({ status: 503 })
    expect(tokens.currentTokens().refreshToken).toBe('refresh-1')
  })

  it('passes a 401 to the caller without a refresh token', async () => {
    answer = () => refusalResponse(401, 'login_required')
    await expect(authClient.me()).rejects.toMatchObject({ status: 401 })
    expect(requests).toHaveLength(1)
  })

  it('continues after one password prompt for all calls', async () => {
    beginTestSession()
    const renewedToken = createToken('again')
    answer = mockServer('again', '')
    const ask = vi.fn(async () => {
      tokens.beginSession({ refreshToken: 'refresh-2', accessToken: renewedToken, username: 'owner' })
      answer = () => jsonResponse(200, { codes: [] })
      return true
    })
    const stop = setReauthenticationPrompt(ask)
    await Promise.all([client.codes(), client.codes(), client.codes()])
    stop()
    expect(ask).toHaveBeenCalledTimes(1)
    expect(requests.filter(({ authorization }) => authorization === `Bearer ${renewedToken}`)).toHaveLength(3)
  })

  it('is not retried when the user cancels the password prompt', async () => {
    beginTestSession()
    answer = mockServer('new', '')
    const stop = setReauthenticationPrompt(() => Promise.resolve(false))
    await expect(client.codes()).rejects.toMatchObject({ status: 401 })
    stop()
  })

  it('shows the message of a 403 and passes it on', async () => {
    beginTestSession()
    answer = () => refusalResponse(403, 'forbidden', '접근권한이 없습니다')
    await expect(client.codes()).rejects.toMatchObject({ status: 403 })
    await vi.waitFor(() => expect(showAlert).toHaveBeenCalledWith('접근권한이 없습니다'))
  })

  it('in the background shows no message, no password prompt and no redirect', async () => {
    const assign = vi.fn()
    vi.stubGlobal('window', { location: { pathname: '/me/withdraw', search: '', assign } })
    beginTestSession()
    const background = backgroundClientOf(boards)
    for (const [status, code] of [
      [403, 'agreement_required'],
      [401, 'login_required'],
    ] as const) {
      answer = () => refusalResponse(status, code, '동의가 필요합니다')
      await expect(background.codes()).rejects.toMatchObject({ status })
    }
    expect([vi.mocked(showAlert).mock.calls, assign.mock.calls, listRequestsTo('/api/auth/accessToken')]).toEqual([
      [],
      [],
      [],
    ])
    // The same call made for the user redirects to the required page.
    answer = () => refusalResponse(403, 'agreement_required', '동의가 필요합니다')
    await expect(client.codes()).rejects.toMatchObject({ status: 403 })
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/agree?next=%2Fme%2Fwithdraw'), 30_000)
  })

  it('passes 400 and 412 to the caller with their bodies, without a message', async () => {
    beginTestSession()
    answer = () => jsonResponse(412, { message: 'stale', code: 'stale', current: { _id: 'x' } })
    await expect(client.codes()).rejects.toMatchObject({ status: 412, refusal: { current: { _id: 'x' } } })
    answer = () => jsonResponse(400, { message: 'no', code: 'invalid', fields: { title: 'short' } })
    await expect(client.codes()).rejects.toMatchObject({ status: 400, refusal: { fields: { title: 'short' } } })
    expect(showAlert).not.toHaveBeenCalled()
  })

  it('reports in the user’s language that the server is unreachable or unavailable', async () => {
    vi.stubGlobal('window', { addEventListener() {}, removeEventListener() {} })
    beginTestSession()
    answer = () => Promise.reject(new TypeError('fetch failed'))
    await expect(client.codes()).rejects.toBeInstanceOf(ServerUnreached)
    await expect(client.codes()).rejects.toThrow(/서버에 연결할 수 없습니다/)
    answer = () => new Response('<html>bad gateway</html>', { status: 502 })
    await expect(client.codes()).rejects.toThrow(/일시적으로 이용할 수 없습니다/)
  })

  it('stops silently when aborted', async () => {
    beginTestSession()
    const controller = new AbortController()
    answer = () => Promise.reject(new DOMException('aborted', 'AbortError'))
    controller.abort()
    await expect(client.codes(undefined, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('sends one idempotency key for a create, also in the retry', async () => {
    beginTestSession()
    const fresh = createToken('new')
    answer = ({ path, authorization }) =>
      path === '/api/auth/accessToken'
        ? jsonResponse(200, { accessToken: fresh, expiresAt: '' })
        : authorization === `Bearer ${fresh}`
          ? jsonResponse(201, { board: {} })
          : refusalResponse(401, 'login_required')
    await client.create({ body: { code: 'news', texts: { ko: { subject: 'x' } } } })
    const [first, second] = listRequestsTo('/api/console/boards')
    expect(first?.key).toMatch(/^[0-9a-f]{32}$/)
    expect(second?.key).toBe(first?.key)
  })
})

describe('tabs of a browser', () => {
  /** Another tab: same channel, separate storage. */
  const otherTab = () => new BroadcastChannel('daecheong-session')
  const nextMessage = (channel: BroadcastChannel) =>
    new Promise<unknown>((resolve) =>
      channel.addEventListener('message', (event) => resolve((event as MessageEvent).data), { once: true }),
    )

  it('take the session over from an open tab', async () => {
    const other = otherTab()
    void nextMessage(other).then(() =>
      other.postMessage({
        kind: 'session',
        tokens: { refreshToken: 'refresh-7', accessToken: createToken('seven'), username: 'owner' },
      }),
    )
    await expect(tokens.findSession()).resolves.toMatchObject({ userId: 'u1' })
    expect(tokens.currentTokens().refreshToken).toBe('refresh-7')
    other.close()
  })

  it('report no session after a short wait without other tabs', async () => {
    await expect(tokens.findSession()).resolves.toBeNull()
  })

  it('answer a new tab', async () => {
    beginTestSession()
    tokens.watchSession(() => undefined)
    const other = otherTab()
    const answered = nextMessage(other)
    other.postMessage({ kind: 'ask' })
    await expect(answered).resolves.toMatchObject({ kind: 'session', tokens: { refreshToken: 'refresh-1' } })
    other.close()
  })

  it('end the session in all tabs on log-out', async () => {
    beginTestSession()
    const ended = new Promise((resolve) => tokens.watchSession((_, ending) => resolve(ending)))
    const other = otherTab()
    other.postMessage({ kind: 'ended', ending: 'logout', refreshToken: 'somebody-elses' })
    other.postMessage({ kind: 'ended', ending: 'logout', refreshToken: 'refresh-1' })
    await expect(ended).resolves.toBe('logout')
    expect(tokens.currentTokens()).toEqual({ refreshToken: '', accessToken: '', username: '' })
    other.close()
  })

  it('continue an expired session only with the same user', async () => {
    beginTestSession()
    tokens.endSession('expired')
    tokens.watchSession(() => undefined)
    const other = otherTab()
    other.postMessage({
      kind: 'session',
      tokens: { refreshToken: 'r8', accessToken: createToken('x'), username: 'editor' },
    })
    other.postMessage({
      kind: 'session',
      tokens: { refreshToken: 'r9', accessToken: createToken('y'), username: 'owner' },
    })
    await vi.waitFor(() => expect(tokens.currentTokens().refreshToken).toBe('r9'), 30_000)
    other.close()
  })
})
