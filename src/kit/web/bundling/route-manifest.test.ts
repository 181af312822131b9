import type { ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { splitManifest } from './route-manifest.ts'

const handles = {
  idle: { hydrate: 'idle', cached: true },
  now: { hydrate: 'now' },
  match: { site: 'match', hydrate: 'idle' },
  alone: { hydrate: 'now', alone: true },
} as const

interface TestRoute {
  id: string
  parentId?: string
  path?: string
  index?: true
  hydrate?: keyof typeof handles
}

/** Creates a build with only the parts that the split reads. */
const buildOf = (testRoutes: TestRoute[]): ServerBuild => {
  const routes = Object.fromEntries(
    [{ id: 'root', path: '' } as TestRoute, ...testRoutes].map(({ id, parentId = 'root', path, index, hydrate }) => [
      id,
      {
        id,
        parentId: id === 'root' ? undefined : parentId,
        path,
        index,
        module: { handle: hydrate && handles[hydrate] },
      },
    ]),
  )
  const entries = Object.fromEntries(
    Object.values(routes).map(({ id, parentId, path, index }) => [
      id,
      { id, parentId, path, index, module: `/assets/${id}.js`, imports: [], css: [] },
    ]),
  )
  return {
    routes,
    assets: { version: '1', url: '/assets/manifest-1.js', entry: { module: '', imports: [] }, routes: entries },
  } as unknown as ServerBuild
}

const build = buildOf([
  { id: 'console', path: 'console', hydrate: 'now' },
  { id: 'console/home', parentId: 'console', index: true },
  { id: 'console/popup', parentId: 'console', path: 'popups/:id' },
  { id: 'ko/login', path: 'login', hydrate: 'now' },
  { id: 'en/login', path: 'en/login', hydrate: 'now' },
  { id: 'ko/site', hydrate: 'idle' },
  { id: 'ko/home', parentId: 'ko/site', index: true },
  { id: 'ko/story', parentId: 'ko/site', path: 'story/:post' },
  { id: 'ko/missing', parentId: 'ko/site', path: '*' },
  { id: 'en/site', hydrate: 'idle' },
  { id: 'en/home', parentId: 'en/site', path: 'en', index: true },
  { id: 'en/missing', parentId: 'en/site', path: 'en/*' },
  { id: 'en/fair', path: 'en/match/fairs/:fair', hydrate: 'match' },
  { id: 'en/fairs', path: 'en/match/fairs', hydrate: 'match' },
])

const { scripts, urlOf } = splitManifest(build)

const routesFor = (id: string, of = { scripts, urlOf }) => {
  const text = of.scripts.find(({ url }) => url === of.urlOf(id))?.text ?? ''
  const manifest = JSON.parse(text.slice('window.__reactRouterManifest='.length)) as ServerBuild['assets']
  const all = Object.values(manifest.routes).flatMap((route) => route ?? [])
  return {
    own: all.filter(({ module }) => !module.includes('/leave-')).map(({ id: own }) => own),
    leaving: all
      .filter(({ module }) => module.includes('/leave-'))
      .map(({ path, index }) => (index ? '(index)' : path)),
  }
}

test('gives a group its own routes with their ancestors, and document navigation to others', () => {
  expect(routesFor('ko/home')).toEqual({
    own: ['root', 'ko/site', 'ko/home', 'ko/story', 'ko/missing'],
    leaving: ['console/*', 'login/*', 'en/*'],
  })
  expect(routesFor('console/popup')).toEqual({
    own: ['root', 'console', 'console/home', 'console/popup', 'ko/login'],
    leaving: ['en/*', '(index)', 'story/*', '*'],
  })
})

test('separates groups where their shared path ends', () => {
  expect(routesFor('en/login')).toEqual({
    own: ['root', 'en/login'],
    leaving: ['console/*', 'login/*', '(index)', 'story/*', '*', 'en', 'en/*', 'en/match/*'],
  })
  expect(routesFor('en/fair')).toEqual({
    own: ['root', 'en/fair', 'en/fairs'],
    leaving: ['console/*', 'login/*', 'en/login/*', '(index)', 'story/*', '*', 'en', 'en/*'],
  })
})

test('navigates by document between a separate page and its surroundings', () => {
  const around = buildOf([
    { id: 'ko/join', path: 'join', hydrate: 'now' },
    { id: 'ko/join/kind', parentId: 'ko/join', index: true },
    { id: 'ko/join/code', parentId: 'ko/join', path: 'code' },
    { id: 'ko/join/identity', path: 'join/identity', hydrate: 'alone' },
    { id: 'ko/login', path: 'login', hydrate: 'now' },
  ])
  expect(routesFor('ko/join/identity', splitManifest(around))).toEqual({
    own: ['root', 'ko/join/identity'],
    leaving: ['join', 'join/code/*', 'login/*'],
  })
  expect(routesFor('ko/join/code', splitManifest(around))).toEqual({
    own: ['root', 'ko/join', 'ko/join/kind', 'ko/join/code', 'ko/login'],
    leaving: ['join/identity/*'],
  })
})

test('keeps an address on the not-found page that the server answered with it', () => {
  expect(routesFor('ko/missing').leaving).toEqual([
    'console',
    'console/popups/:id',
    'login',
    'en/login',
    'en',
    'en/*',
    'en/match/fairs/:fair',
    'en/match/fairs',
  ])
  expect(routesFor('ko/missing').own).toEqual(routesFor('ko/home').own)
})

test('shares one script per group, named by its content', () => {
  expect(urlOf('ko/home')).toBe(urlOf('ko/story'))
  expect(urlOf('ko/home')).not.toBe(urlOf('en/home'))
  expect(urlOf('ko/home')).toMatch(/^\/assets\/routes-ko-idle-[\w-]{10}\.js$/)
  expect(splitManifest(build).urlOf('ko/home')).toBe(urlOf('ko/home'))
  expect(urlOf('nothing')).toBeUndefined()
})
