import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchKindLabels } from '#content/site/search-kind-labels.ts'
import { hasFieldMessage } from '#kit/issue-messages.ts'
import { publicContractsOf, scopesOf } from '#kit/module/module.ts'
import { publicScope } from '#kit/server/context.ts'
import { demoLevels } from '#people/levels/demo.ts'
import { createTestApi, type TestApi } from '#test/server/test-api.ts'
import { consoleScreens, kindsWithoutAxe, listOf } from '../../test/e2e/support/screen-routes.ts'
import { modules } from '../modules.ts'

/** Module folders, found by their `module.ts`. */
const paths = ['platform', 'people', 'content', 'firm', 'match', 'auction', 'shop', 'trade']
  .flatMap((layer) => readdirSync(join(import.meta.dirname, '..', layer), { withFileTypes: true, recursive: true }))
  .filter(({ name }) => name === 'module.ts')
  .map(({ parentPath }) => parentPath)
/** Name of the module in a folder. Jobs in the queue and clients of loaders keep the API's word for auctions. */
const nameIn = (path: string) => (path.endsWith('/auction/auctions') ? 'programs' : (path.split('/').at(-1) ?? ''))

it('the registry lists every module', () => {
  expect(modules.map(({ name }) => name).sort()).toEqual(paths.map(nameIn).sort())
})

it('every module of a site names the switch of that site', () => {
  const sites = ['firm', 'match', 'auction', 'shop']
  const declared = paths
    .map((path) => [path.split('/').at(-2) ?? '', nameIn(path)])
    .filter(([layer = '']) => sites.includes(layer))
  const switched = modules.flatMap(({ site, name }) => (site ? [[site, name]] : []))
  expect(switched.map(String).sort()).toEqual(declared.map(String).sort())
})

it('every module with a contract has a test that imports it', () => {
  const files = (folder: string) => readdirSync(folder, { encoding: 'utf8', recursive: true })
  const asks = (file: string) => /\/contract(-[a-z-]+)?\.ts'/.test(readFileSync(file, 'utf8'))
  const without = paths.filter(
    (folder) =>
      files(folder).includes('contract.ts') &&
      !files(folder).some((name) => name.endsWith('.test.ts') && asks(join(folder, name))),
  )
  expect(without).toEqual([])
})

it('every scope is granted to existing levels', () => {
  const known = demoLevels.map(({ key }) => key)
  for (const [scope, levels] of scopesOf(modules)) {
    // Rights that require two people have no default levels: owners grant them and act alone.
    expect([scope, levels]).toEqual([scope, scope.endsWith(':together') ? [] : expect.arrayContaining(['owner'])])
    expect(known).toEqual(expect.arrayContaining([...levels]))
  }
})

describe('a cached response', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi()
  })
  afterAll(() => api.close())

  /** Required query parameters of routes. */
  const queries: Record<string, object> = {
    '/api/v1/boards': { code: 'news' },
    '/api/v1/terms/{code}/changes': { from: '2026-01-01', to: '2026-02-01' },
  }
  /** Path parameters that are words; all others are ids. */
  const byKey = new Set(['key', 'code', 'page', 'kind'])
  const routes = modules.flatMap(({ contract }) => Object.values(contract)).filter(({ cached }) => cached)

  it.each(routes.map((route) => [route.path, route] as const))('of %s has cache tags', async (path, route) => {
    const scope = publicScope('ko')
    const params = Object.fromEntries(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, byKey.has(name ?? '') ? 'none' : api.context.newId()]),
    )
    const asked = api.kernel.call(route, { params, query: queries[path] ?? {} }, scope)
    // A missing record may be created later, so the refusal is cached under its tag too.
    await asked.catch((error: unknown) => expect(error).toMatchObject({ code: 'not_found' }))
    expect([...scope.tags]).not.toEqual([])
  })
})

it('every kind of search result has a label', () => {
  const kinds = modules.flatMap(({ search }) => Object.keys(search.kinds))
  expect(Object.keys(searchKindLabels).sort()).toEqual(kinds.sort())
})

it('every code that refuses a field has a message', () => {
  const sources = readdirSync(join(import.meta.dirname, '..'), { withFileTypes: true, recursive: true })
    .filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  const codes = sources.flatMap((source) => [
    ...[...source.matchAll(/\{ error: '(\w+)' \}/g)].map(([, code = '']) => code),
    ...[...source.matchAll(/fields: \{ [^{}]*?: '(\w+)' \}/g)].map(([, code = '']) => code),
  ])
  expect(new Set(codes).size).toBeGreaterThan(20)
  // `invalid` means a value without a specific message: the general message is used.
  expect([...new Set(codes)].filter((code) => !hasFieldMessage(code) && code !== 'invalid')).toEqual([])
})

it('the loaders of each site declare a client of every public contract', () => {
  const sites = ['firm', 'match', 'auction', 'shop'].map((site) => `${site}/site/loader-context.ts`)
  const sources = [...sites, 'people/account/layout/frame-data.ts'].map((path) =>
    readFileSync(join(import.meta.dirname, '..', path), 'utf8'),
  )
  const typed = sources.flatMap((source) =>
    [...source.matchAll(/^ {2}(\w+): Client<typeof \w+>$/gm)].map(([, name]) => name),
  )
  expect([...new Set(typed)].sort()).toEqual(Object.keys(publicContractsOf(modules)).sort())
})

it('axe visits every kind of page and every screen', () => {
  // On failure: add one of its addresses to `axePages` in test/e2e/support/screen-routes.ts.
  expect(kindsWithoutAxe()).toEqual([])
  // Every declared screen is visited; one with `:id` needs a list route to take a record from.
  const paths = modules.flatMap(({ contract }) =>
    Object.values(contract).map(({ method, path }) => `${method} ${path}`),
  )
  const withRecord = consoleScreens.filter((screen) => screen.includes('/:'))
  expect(withRecord.length).toBeGreaterThan(10)
  expect(withRecord.filter((screen) => !paths.includes(`GET /api/console/${listOf(screen)}`))).toEqual([])
})
