import type { ServerBuild } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { SiteLocations } from './addresses/site-locations.ts'
import { locationAt, nominalPathAt } from './addresses/site-locations.ts'
import { createViews } from './site-views.ts'

const origin = 'https://daecheong.example'
const ownHost = { site: 'match', host: 'match.example' }

const firm = { site: 'firm', hydrate: 'idle', cached: true }
const match = { site: 'match', hydrate: 'idle', cached: true }
const declared: Record<string, { path?: string; index?: true; handle: object }> = {
  'ko/home': { index: true, handle: { ...firm, home: 'firm' } },
  'en/home': { path: 'en', index: true, handle: { ...firm, home: 'firm' } },
  'ko/story': { path: 'story/:post', handle: firm },
  'en/story': { path: 'en/story/:post', handle: firm },
  'ko/match/home': { path: 'match', index: true, handle: { ...match, home: 'match' } },
  'en/match/home': { path: 'en/match', index: true, handle: { ...match, home: 'match' } },
  'ko/match/fair': { path: 'match/fairs/:fair', handle: match },
  'en/match/fair': { path: 'en/match/fairs/:fair', handle: match },
  'ko/auction': { path: 'auction', handle: { ...match, site: 'auction' } },
  'ko/login': { path: 'login', handle: { hydrate: 'now' } },
  'ko/missing': { path: '*', handle: firm },
}

const create = () => {
  const routes = Object.fromEntries(
    Object.entries(declared).map(([id, { handle, ...route }]) => [
      id,
      { id, parentId: 'root', ...route, module: { handle } },
    ]),
  )
  const manifestRoutes = Object.fromEntries(
    Object.entries(declared).map(([id, { handle: _handle, ...route }]) => [id, { id, parentId: 'root', ...route }]),
  )
  const root = { id: 'root', path: '' }
  const build = {
    routes: { root: { ...root, module: {} }, ...routes },
    assets: { version: '1', routes: { root, ...manifestRoutes } },
  } as unknown as ServerBuild
  const renders: { url: string; locations: SiteLocations; first: string | undefined }[] = []
  const views = createViews({
    build,
    origin,
    fixed: {},
    rendererOf: (arranged, _manifests, host) => async (request) => {
      const home = Object.values(arranged.routes).find((route) => route?.index && route.path === undefined)
      renders.push({ url: request.url, locations: host.locations(), first: home?.id })
      return new Response('page')
    },
  })
  return { views, seen: renders }
}

describe('as usual', () => {
  const { views } = create()
  const view = views.at('daecheong.example')

  test.each(['/', '/en', '/match', '/en/match', '/match/fairs/1', '/story/1', '/login', '/auction'])(
    '%s is at its own address',
    (url) => {
      expect(view.redirectTarget(url)).toBeNull()
    },
  )

  test.each([
    ['/firm', '/'],
    ['/en/firm?x=1', '/en?x=1'],
  ])('%s is %s', (url, to) => {
    expect(view.redirectTarget(url)).toBe(to)
    expect(view.pages.keyOf(url)).toBeNull()
  })
})

describe('Match first', () => {
  const { views, seen: renders } = create()
  views.move({ rootSite: 'match', ownHost: null })
  const view = views.at(undefined)

  test.each([
    ['/match', '/'],
    ['/en/match', '/en'],
    ['/match?from=mail', '/?from=mail'],
  ])('%s is %s', (url, to) => {
    expect(view.redirectTarget(url)).toBe(to)
  })

  test.each(['/', '/en', '/firm', '/en/firm', '/match/fairs/1', '/story/1', '/login'])('%s is there', (url) => {
    expect(view.redirectTarget(url)).toBeNull()
  })

  test('both home pages are kept, each at its place', async () => {
    expect(view.pages.keyOf('/')).toBe('/')
    expect(view.pages.keyOf('/firm')).toBe('/firm')
    expect(view.pages.siteOf('/')).toBe('match')
    expect(view.pages.siteOf('/en')).toBe('match')
    expect(view.pages.siteOf('/firm')).toBe('firm')
    expect(view.pages.siteOf('/en/firm')).toBe('firm')
    await view.pages.produce('/')
    expect(renders.at(-1)).toEqual({ url: `${origin}/`, locations: { rootSite: 'match' }, first: 'ko/match/home' })
  })
})

describe('Match at a host of its own', () => {
  const { views, seen: renders } = create()
  views.move({ rootSite: 'firm', ownHost: ownHost })
  const house = views.at('daecheong.example')
  const own = views.at('match.example')

  test('a host is known in any case; every other one is the installation’s own', () => {
    expect(views.at('MATCH.Example')).toBe(own)
    for (const host of [undefined, '', 'match.example:8080', 'evil.example', 'match.example.evil.example'])
      expect(views.at(host), String(host)).toBe(house)
  })

  test.each([
    ['/match', 'https://match.example/'],
    ['/en/match', 'https://match.example/en'],
    ['/match/fairs/1?tab=x', 'https://match.example/match/fairs/1?tab=x'],
    ['/en/match/fairs/1', 'https://match.example/en/match/fairs/1'],
  ])('from the house %s leads to %s', (url, to) => {
    expect(house.redirectTarget(url)).toBe(to)
    expect(house.pages.keyOf(url)).toBeNull()
    expect(house.pages.caughtKeyOf(url)).toBeNull()
  })

  test.each([
    ['/match', '/'],
    ['/en/match', '/en'],
    ['/story/1', `${origin}/story/1`],
    ['/en/story/1?x=1', `${origin}/en/story/1?x=1`],
    ['/auction', `${origin}/auction`],
    ['/nothing', `${origin}/nothing`],
  ])('from its own host %s leads to %s', (url, to) => {
    expect(own.redirectTarget(url)).toBe(to)
    expect(own.pages.keyOf(url)).toBeNull()
  })

  test.each(['/', '/en', '/match/fairs/1', '/login', '/match/fairs/1.data'])('%s is at its own host', (url) => {
    expect(own.redirectTarget(url)).toBeNull()
  })

  test.each(['/', '/en', '/story/1', '/login', '/auction'])('%s is at the house', (url) => {
    expect(house.redirectTarget(url)).toBeNull()
  })

  test('the first page is another one at each, made for its host', async () => {
    await own.pages.produce('/')
    expect(renders.at(-1)).toEqual({
      url: 'https://match.example/',
      locations: { rootSite: 'match', hostSite: 'match' },
      first: 'ko/match/home',
    })
    await house.pages.produce('/')
    expect(renders.at(-1)).toEqual({
      url: `${origin}/`,
      locations: { rootSite: 'firm', otherHost: { site: 'match', origin: 'https://match.example' } },
      first: 'ko/home',
    })
  })

  test('the same address at two hosts is two entries of the cache', () => {
    expect(new Set(views.all.map(({ pages }) => pages.name)).size).toBe(views.all.length)
  })
})

describe('Match at a host of its own, the Firm switched off', () => {
  const { views } = create()
  views.move({ rootSite: 'match', ownHost: ownHost })

  test.each([
    ['/', 'https://match.example/'],
    ['/en', 'https://match.example/en'],
    ['/match', 'https://match.example/'],
  ])('%s leads to %s', (url, to) => {
    expect(views.at('daecheong.example').redirectTarget(url)).toBe(to)
    expect(views.at('match.example').redirectTarget(url === '/match' ? '/' : url)).toBeNull()
  })
})

describe('links', () => {
  const usual: SiteLocations = { rootSite: 'firm' }
  const matchFirst: SiteLocations = { rootSite: 'match' }
  const house: SiteLocations = { rootSite: 'firm', otherHost: { site: 'match', origin: 'https://match.example' } }

  test.each([
    [usual, '/', '/'],
    [usual, '/en/match', '/en/match'],
    [matchFirst, '/', '/firm'],
    [matchFirst, '/#office', '/firm#office'],
    [matchFirst, '/en', '/en/firm'],
    [matchFirst, '/match', '/'],
    [matchFirst, '/cn/match?x=1', '/cn?x=1'],
    [matchFirst, '/match/fairs', '/match/fairs'],
    [house, '/', '/'],
    [house, '/match', 'https://match.example/'],
    [house, '/en/match', 'https://match.example/en'],
    [house, '/en/match/fairs?phase=expired', 'https://match.example/en/match/fairs?phase=expired'],
    [house, '/matches', '/matches'],
  ])('%j: %s is %s', (locations, path, at) => {
    expect(locationAt(locations, path)).toBe(at)
  })

  test.each([
    [usual, '/en', '/'],
    [matchFirst, '/en', '/match'],
    [matchFirst, '/en/firm', '/'],
    [matchFirst, '/story', '/story'],
  ])('%j: the page at %s is named %s', (locations, path, name) => {
    expect(nominalPathAt(locations, path)).toBe(name)
  })
})
