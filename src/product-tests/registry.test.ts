import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchKindLabels } from '#content/site/search-kind-labels.ts'
import { hasFieldMessage } from '#kit/issue-messages.ts'
import { publicContractsOf, scopesOf } from '#kit/module/module.ts'
import { publicScope } from '#kit/server/context.ts'
import { demoLevels } from '#people/levels/demo.ts'
import { createTestApi, type TestApi } from '#test/api.ts'
import { consoleScreens, kindsWithoutAxe, listOf } from '../../test/e2e/routes.ts'
import { modules } from '../modules.ts'

/** Folders of modules, by their manifest. */
const paths = ['platform', 'people', 'content', 'firm', 'match', 'auction', 'shop', 'trade']
  .flatMap((room) => readdirSync(join(import.meta.dirname, room), { withFileTypes: true, recursive: true }))
  .filter(({ name }) => name === 'module.ts')
  .map(({ parentPath }) => parentPath)
const folders = paths.map((path) => path.split('/').at(-1) ?? '')

it('lists every module there is', () => {
  expect(modules.map(({ name }) => name).sort()).toEqual(folders.sort())
})

it('says of every module of a site which switch it has', () => {
  const sites = ['firm', 'match', 'auction', 'shop']
  const rooms = paths.map((path) => path.split('/').slice(-2)).filter(([room = '']) => sites.includes(room))
  const said = modules.flatMap(({ site, name }) => (site ? [[site, name]] : []))
  expect(said.map(String).sort()).toEqual(rooms.map(String).sort())
})

it('has a test of every module with a contract, which asks that contract', () => {
  const files = (folder: string) => readdirSync(folder, { encoding: 'utf8' })
  const asks = (file: string) => /\/contract\.ts'/.test(readFileSync(file, 'utf8'))
  const without = paths.filter(
    (folder) =>
      files(folder).includes('contract.ts') &&
      !files(folder).some((name) => name.endsWith('.test.ts') && asks(join(folder, name))),
  )
  expect(without).toEqual([])
})

it('gives every scope to levels that exist', () => {
  const known = demoLevels.map(({ key }) => key)
  for (const [scope, levels] of scopesOf(modules)) {
    // What takes two people is given by owners, who do it alone.
    expect([scope, levels]).toEqual([scope, scope.endsWith(':together') ? [] : expect.arrayContaining(['owner'])])
    expect(known).toEqual(expect.arrayContaining([...levels]))
  }
})

describe('a cached answer', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi()
  })
  afterAll(() => api.close())

  /** What a route cannot be asked without. */
  const queries: Record<string, object> = {
    '/api/v1/boards': { code: 'news' },
    '/api/v1/terms/{code}/changes': { from: '2026-01-01', to: '2026-02-01' },
  }
  /** Parts of addresses that are words; the others are ids. */
  const byKey = new Set(['key', 'code', 'page', 'kind'])
  const routes = modules.flatMap(({ contract }) => Object.values(contract)).filter(({ cached }) => cached)

  it.each(routes.map((route) => [route.path, route] as const))('of %s says what it depends on', async (path, route) => {
    const scope = publicScope('ko')
    const params = Object.fromEntries(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, byKey.has(name ?? '') ? 'none' : api.context.newId()]),
    )
    const asked = api.kernel.call(route, { params, query: queries[path] ?? {} }, scope)
    // One that is not there may come to be: the refusal is cached too.
    await asked.catch((error: unknown) => expect(error).toMatchObject({ code: 'not_found' }))
    expect([...scope.tags]).not.toEqual([])
  })
})

it('names every kind of record that the search finds', () => {
  const kinds = modules.flatMap(({ search }) => Object.keys(search.kinds))
  expect(Object.keys(searchKindLabels).sort()).toEqual(kinds.sort())
})

it('has a message for every code that a schema or a rule refuses a field with', () => {
  const sources = readdirSync(import.meta.dirname, { withFileTypes: true, recursive: true })
    .filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  const codes = sources.flatMap((source) => [
    ...[...source.matchAll(/\{ error: '(\w+)' \}/g)].map(([, code = '']) => code),
    ...[...source.matchAll(/fields: \{ [^{}]*?: '(\w+)' \}/g)].map(([, code = '']) => code),
  ])
  expect(new Set(codes).size).toBeGreaterThan(20)
  // Said of a value that fits no other word: the general message is meant.
  expect([...new Set(codes)].filter((code) => !hasFieldMessage(code) && code !== 'invalid')).toEqual([])
})

it('gives the loaders of the site a client of each public contract, and says so in their type', () => {
  const sites = ['firm', 'match', 'auction', 'shop'].map((site) => `${site}/site/api.ts`)
  const sources = [...sites, 'people/account/frame-data.ts'].map((path) =>
    readFileSync(join(import.meta.dirname, path), 'utf8'),
  )
  const typed = sources.flatMap((source) =>
    [...source.matchAll(/^ {2}(\w+): Client<typeof \w+>$/gm)].map(([, name]) => name),
  )
  expect([...new Set(typed)].sort()).toEqual(Object.keys(publicContractsOf(modules)).sort())
})

it('has a visit of axe for every page and every screen', () => {
  // Add one of its addresses to `axePages` in test/e2e/routes.ts.
  expect(kindsWithoutAxe()).toEqual([])
  // Screens are visited as they are declared; one with `:id` needs a list of the API to take a record from.
  const paths = modules.flatMap(({ contract }) =>
    Object.values(contract).map(({ method, path }) => `${method} ${path}`),
  )
  const withRecord = consoleScreens.filter((screen) => screen.includes('/:'))
  expect(withRecord.length).toBeGreaterThan(10)
  expect(withRecord.filter((screen) => !paths.includes(`GET /api/console/${listOf(screen)}`))).toEqual([])
})
