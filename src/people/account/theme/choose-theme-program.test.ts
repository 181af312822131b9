import { readFile } from 'node:fs/promises'
import { Script } from 'node:vm'
import { beforeAll, expect, test } from 'vitest'
import { inlineScript } from '#kit/web/bundling/inline-script.ts'

const origin = 'https://daecheong.example'
let program: Script

beforeAll(async () => {
  const file = `${import.meta.dirname}/choose-theme-program.ts`
  program = new Script(await inlineScript(file, await readFile(file, 'utf8')))
})

/** Runs the head script for a page address; returns the theme it sets and the one the tab stores. */
const dressAt = (address: string, { from = '', kept }: { from?: string; kept?: string } = {}) => {
  const { pathname, search } = new URL(address, origin)
  const storage = new Map(kept === undefined ? [] : [['dress', kept]])
  const dataset: Record<string, string> = {}
  const window: { chooseDress?: (referrer?: string) => void } = {}
  program.runInNewContext({
    window,
    location: { pathname, search, origin },
    document: { referrer: from && new URL(from, origin).href, documentElement: { dataset } },
    sessionStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
      removeItem: (key: string) => storage.delete(key),
    },
    URLSearchParams,
  })
  return { dress: dataset.dress, kept: storage.get('dress'), chooseDress: window.chooseDress }
}

test.each([
  ['/me', '/match', 'hall'],
  ['/me', '/en/auction/works/7?x=1', 'hall'],
  ['/en/me', '/cn/cart', 'hall'],
  ['/me', '/story', 'firm'],
  ['/me', '/matching', 'firm'],
  ['/me', '/en/business/building#warranty', 'firm'],
  ['/login?next=/me/matchings', '/story', 'hall'],
  ['/login?next=%2Fshop%2Fproducts%2F1', '/story', 'hall'],
  ['/login?next=/consult', '/match', 'firm'],
  ['/me/bids', '/story', 'hall'],
  ['/center/faq', '/shop/products/1', 'hall'],
  ['/en/center/notices', '/en/story', 'firm'],
  ['/center/questions?open=1', '/me/bids', 'hall'],
  ['/cn/me/schedule/1', '', 'hall'],
  ['/me', '', undefined],
  ['/me', '/', undefined],
  ['/me', '/en', undefined],
  ['/me', '/en?a=1', undefined],
  ['/me', 'https://elsewhere.example/match', undefined],
  ['/login?next=//elsewhere.example/match', '', 'firm'],
])('shows %s, opened from %s, in the theme %s', (address, from, dress) => {
  expect(dressAt(address, { from })).toMatchObject({ dress, kept: dress })
})

test('keeps the theme of the tab between account pages until the visitor opens the home page', () => {
  expect(dressAt('/me/profile', { from: '/me', kept: 'hall' }).dress).toBe('hall')
  expect(dressAt('/me/profile', { from: '/terms/privacy', kept: 'firm' }).dress).toBe('firm')
  expect(dressAt('/me', { from: '/', kept: 'hall' })).toMatchObject({ dress: undefined, kept: undefined })
  expect(dressAt('/me', { kept: 'something' }).dress).toBeUndefined()
})

test('ignores the referring page after a client-side navigation', () => {
  const { chooseDress } = dressAt('/me/profile', { from: '/story', kept: 'hall' })
  expect(() => chooseDress?.()).not.toThrow()
})

test('shows the page when the browser blocks storage', () => {
  const dataset = {}
  const run = () =>
    program.runInNewContext({
      window: {},
      location: { pathname: '/me', search: '', origin },
      document: { referrer: `${origin}/match`, documentElement: { dataset } },
      get sessionStorage() {
        throw new Error('forbidden')
      },
      URLSearchParams,
    })
  expect(run).not.toThrow()
  expect(dataset).toEqual({})
})
