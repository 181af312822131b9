import { createMemoryRouter, type RouteObject } from 'react-router'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

// Test files share module instances: another file may have loaded the real alert, and later files need it again.
vi.hoisted(() => vi.resetModules())
afterAll(() => vi.resetModules())
vi.mock('./show-alert.ts', () => ({ showAlert: vi.fn(() => Promise.resolve()) }))

const { showAlert } = await import('./show-alert.ts')
const { guardRoute, checkAccess, safeNext } = await import('./page-guard.ts')
const tokens = await import('./session-tokens.ts')

const createToken = (scope: string[]) => `h.${btoa(JSON.stringify({ sub: 'u1', scope, exp: 1 }))}.s`

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  })
  vi.stubGlobal('window', { location: { pathname: '/story', search: '?page=2', origin: 'https://daecheong.example' } })
  vi.mocked(showAlert).mockClear()
})

afterEach(() => {
  tokens.resetTokens()
  vi.unstubAllGlobals()
})

const logInWith = (scope: string[]) =>
  tokens.beginSession({ refreshToken: 'r', accessToken: createToken(scope), username: 'owner' })

describe('checkAccess', () => {
  const session = { userId: 'u1', scope: ['member', 'console:boards'], expiresAt: 0 }

  it('requires one of the declared scopes', () => {
    expect(checkAccess('/me', session, ['member', 'seller'])).toBe('proceed')
    expect(checkAccess('/me', session, ['seller'])).toBe('forbidden')
    expect(checkAccess('/console', session, ['console'])).toBe('forbidden')
  })
  it('requires the log-in without a token, except on a path that contains console', () => {
    expect(checkAccess('/me', null, ['member'])).toBe('login')
    expect(checkAccess('/console/dashboard', null, ['console'])).toBe('proceed')
  })
})

describe('a guarded route', () => {
  const scoped = (path: string, scope: string[]): RouteObject => ({
    path,
    loader: async (args) => {
      await guardRoute(args, scope)
      return null
    },
  })
  const routerAt = async (start: string) => {
    const router = createMemoryRouter(
      [{ path: '/' }, { path: '/story' }, scoped('/me', ['member']), scoped('/console', ['console'])],
      { initialEntries: [start] },
    )
    router.initialize()
    return router
  }

  it('shows the reason without a token and goes back', async () => {
    const router = await routerAt('/story?page=2')
    await router.navigate('/me')
    expect(showAlert).toHaveBeenCalledWith('로그인 후 이용가능합니다')
    expect(router.state.location).toMatchObject({ pathname: '/story', search: '?page=2' })
  })

  it('shows the reason without the scope and goes back', async () => {
    logInWith(['member'])
    const router = await routerAt('/story?page=2')
    await router.navigate('/console')
    expect(showAlert).toHaveBeenCalledWith('접근권한이 없습니다')
    expect(router.state.location.pathname).toBe('/story')
  })

  it('admits a session with the scope', async () => {
    logInWith(['member'])
    const router = await routerAt('/story?page=2')
    await router.navigate('/me')
    expect(showAlert).not.toHaveBeenCalled()
    expect(router.state.location.pathname).toBe('/me')
  })

  it('redirects to the home page in a new document if it was the first address of the tab', async () => {
    vi.stubGlobal('window', { location: { pathname: '/me', search: '', origin: 'https://daecheong.example' } })
    const answer = await guardRoute({ request: new Request('https://daecheong.example/me') }, ['member']).catch(
      (thrown: unknown) => thrown,
    )
    expect(answer).toBeInstanceOf(Response)
    const { headers } = answer as Response
    expect(headers.get('location')).toBe('/')
    expect(headers.get('x-remix-reload-document')).toBe('true')
    expect(headers.get('x-remix-replace')).toBe('true')
  })
})

describe('safeNext', () => {
  it.each(['/console/boards?q=하자#x', '/', '/en/story'])('keeps %s', (next) => {
    expect(safeNext(next, '/home')).toBe(new URL(next, 'https://daecheong.example').href.slice(25))
  })
  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/.//evil.example',
    '/\t/evil.example',
    '/a\u0000b',
    '',
    null,
    '/login?next=/login',
    '/en/login',
  ])('refuses %j', (next) => {
    expect(safeNext(next, '/home')).toBe('/home')
  })
})
