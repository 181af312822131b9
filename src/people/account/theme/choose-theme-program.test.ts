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
const themeAt = (address: string, { from = '', stored }: { from?: string; stored?: string } = {}) => {
  const { pathname, search } = new URL(address, origin)
  const storage = new Map(stored === undefined ? [] : [['theme', stored]])
  const dataset: Record<string, string> = {}
  const window: { chooseTheme?: (referrer?: string) => void } = {}
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
  return { theme: dataset.theme, stored: storage.get('theme'), chooseTheme: window.chooseTheme }
}

test.each([
  ['/me', '/match', 'marketplace'],
  ['/me', '/en/auction/works/7?x=1', 'marketplace'],
  ['/en/me', '/cn/cart', 'marketplace'],
  ['/me', '/story', 'firm'],
  ['/me', '/matching', 'firm'],
  ['/me', '/en/business/building#warranty', 'firm'],
  ['/login?next=/me/matchings', '/story', 'marketplace'],
  ['/login?next=%2Fshop%2Fproducts%2F1', '/story', 'marketplace'],
  ['/login?next=/consult', '/match', 'firm'],
  ['/me/bids', '/story', 'marketplace'],
  ['/center/faq', '/shop/products/1', 'marketplace'],
  ['/en/center/notices', '/en/story', 'firm'],
  ['/center/questions?open=1', '/me/bids', 'marketplace'],
  ['/cn/me/schedule/1', '', 'marketplace'],
  ['/me', '', undefined],
  ['/me', '/', undefined],
  ['/me', '/en', undefined],
  ['/me', '/en?a=1', undefined],
  ['/me', 'https://elsewhere.example/match', undefined],
  ['/login?next=//elsewhere.example/match', '', 'firm'],
])('shows %s, opened from %s, in the theme %s', (address, from, theme) => {
  expect(themeAt(address, { from })).toMatchObject({ theme, stored: theme })
})

test('keeps the theme of the tab between account pages until the visitor opens the home page', () => {
  expect(themeAt('/me/profile', { from: '/me', stored: 'marketplace' }).theme).toBe('marketplace')
  expect(themeAt('/me/profile', { from: '/terms/privacy', stored: 'firm' }).theme).toBe('firm')
  expect(themeAt('/me', { from: '/', stored: 'marketplace' })).toMatchObject({ theme: undefined, stored: undefined })
  expect(themeAt('/me', { stored: 'something' }).theme).toBeUndefined()
})

test('ignores the referring page after a client-side navigation', () => {
  const { chooseTheme } = themeAt('/me/profile', { from: '/story', stored: 'marketplace' })
  expect(() => chooseTheme?.()).not.toThrow()
})

test('shows the page when the browser blocks storage', () => {
  const dataset = {}
  const runProgram = () =>
    program.runInNewContext({
      window: {},
      location: { pathname: '/me', search: '', origin },
      document: { referrer: `${origin}/match`, documentElement: { dataset } },
      get sessionStorage() {
        throw new Error('forbidden')
      },
      URLSearchParams,
    })
  expect(runProgram).not.toThrow()
  expect(dataset).toEqual({})
})
