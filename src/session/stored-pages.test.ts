import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endLocalSession } from './session.ts'
import { beginSession, currentSession, resetTokens } from './session-tokens.ts'
import { markPagesStored } from './stored-pages.ts'

describe('log-out with pages stored for offline use', () => {
  /** Mock of localStorage: entries are own enumerable keys, as in a browser. */
  const mockStorage = (entries: Record<string, string>) => {
    const storage = Object.create({
      getItem: (name: string) => storage[name] ?? null,
      setItem: (name: string, value: string) => Object.assign(storage, { [name]: value }),
      removeItem: (name: string) => Reflect.deleteProperty(storage, name),
    })
    vi.stubGlobal('localStorage', Object.assign(storage, entries))
    return storage
  }
  const mockWorkers = (unregister: () => Promise<boolean>) => {
    vi.stubGlobal('navigator', { serviceWorker: { getRegistrations: async () => [{ unregister }] } })
    vi.stubGlobal('caches', { keys: async () => ['door'], delete: vi.fn(async () => true) })
  }
  const badges = { 'console:u1:door:f1': '{}', 'console:u2:door:f2': '{}' }
  const own = { 'console:u1:arrivals:f1': '[]', 'console:u1:views:/x': '[]', basket: 'door:' }
  beforeEach(() => {
    vi.useFakeTimers()
    const own = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (name: string) => own.get(name) ?? null,
      setItem: (name: string, value: string) => void own.set(name, value),
      removeItem: (name: string) => void own.delete(name),
    })
    beginSession({ refreshToken: 'refresh', accessToken: 'h.e30.s', username: 'owner' })
  })
  afterEach(() => {
    resetTokens()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it('deletes pages and badges before the session ends, and nothing else', async () => {
    const storage = mockStorage({ ...badges, ...own })
    markPagesStored()
    let release = (_: boolean) => {}
    mockWorkers(() => new Promise((resolve) => (release = resolve)))
    const loggedOut = endLocalSession()
    await vi.advanceTimersByTimeAsync(900)
    expect(currentSession()).not.toBeNull()
    release(true)
    await loggedOut
    expect(currentSession()).toBeNull()
    expect(caches.delete).toHaveBeenCalledWith('door')
    expect({ ...storage }).toEqual(own)
  })

  it('waits at most a second for a hanging browser, and keeps the flag', async () => {
    const storage = mockStorage({ ...own })
    markPagesStored()
    mockWorkers(() => new Promise(() => {}))
    const loggedOut = endLocalSession()
    await vi.advanceTimersByTimeAsync(1000)
    await loggedOut
    expect(currentSession()).toBeNull()
    expect({ ...storage }).not.toEqual(own)
  })

  it('does not wait if nothing was stored', async () => {
    mockStorage(own)
    mockWorkers(() => new Promise(() => {}))
    await endLocalSession()
    expect(currentSession()).toBeNull()
  })
})
