import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchRoutes, type RouteObject } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ConsoleManifest, Place } from '#console/kit/manifest/console-manifest.ts'
import { logNamesOf } from '#console/kit/manifest/manifests-provider.tsx'
import { sectionOf } from '#kit/scopes.ts'
import { entityOfPath } from '#kit/server/records/records.ts'
import { modules } from '../../../modules.ts'
import routes from '../../../routes.ts'
import { openSections, placeOf } from '../navigation/navigation.ts'
import { openSources } from '../palette/search-records.ts'
import { collectManifests } from './collect-manifests.ts'
import { manifests, places, scopes } from './manifests.ts'

const source = join(import.meta.dirname, '../../..')

const place = (given: Partial<Place> = {}): Place => ({
  section: 'posts',
  position: 10,
  to: '/console/fairs',
  label: () => '박람회',
  ...given,
})

describe('a collection of manifests', () => {
  const good: ConsoleManifest = {
    places: [place({ scope: 'console:fairs' })],
    scopes: { 'console:fairs': () => '박람회 고치기' },
    entities: { fairs: () => '박람회' },
  }
  const collected = (...others: ConsoleManifest[]) => collectManifests([good, ...others], ['today', 'posts'])

  it('sorts the places of a section by position', () => {
    const { places: sorted } = collected({ places: [place({ to: '/console/booths', position: 5 })] })
    expect(sorted.get('posts')?.map(({ to }) => to)).toEqual(['/console/booths', '/console/fairs'])
    expect(sorted.get('today')).toEqual([])
  })

  it.each<[string, ConsoleManifest, RegExp]>([
    ['an unknown section', { places: [place({ to: '/console/a', section: 'market' })] }, /in no section \(market\)/],
    ['two places of one address', { places: [place()] }, /two places have \/console\/fairs/],
    ['a scope without a name', { places: [place({ to: '/console/a', scope: 'console:booths' })] }, /console:booths/],
    ['a scope named twice', { scopes: { 'console:fairs': () => '다른 이름' } }, /two name the scope console:fairs/],
    ['an entity named twice', { entities: { fairs: () => '다른 이름' } }, /two name fairs of the entities/],
    ['a count of an unknown section', { waiting: { market: ['fairs.new'] } }, /no section market/],
    [
      'a source of the palette whose scope has no name',
      {
        sources: [
          { key: 'a', position: 10, scope: 'console:a', find: () => Promise.resolve({ total: 0, entries: [] }) },
        ],
      },
      /no manifest names the scope console:a of a/,
    ],
  ])('throws for %s', (_, other, message) => {
    expect(() => collected(other)).toThrow(message)
  })
})

describe('the manifests of the modules', () => {
  const table = routes.map(function toRoute({ id, path, index, children }): RouteObject {
    return index ? { id: id ?? '', index: true, path } : { id, path, children: (children ?? []).map(toRoute) }
  })
  const shown = [...places.values()].flat()

  it('link only to existing screens', () => {
    const lost = shown.filter(({ to }) => {
      const ending = matchRoutes(table, to.split('?', 1)[0] ?? to)?.at(-1)?.route.path
      return ending === undefined || ending === '*'
    })
    expect([shown.length > 20, lost]).toEqual([true, []])
  })

  it('have a place and a name for every scope that a route requires', () => {
    const asked = new Set(
      modules.flatMap(({ contract }) => Object.values(contract).flatMap(({ access }) => sectionOf(access) ?? [])),
    )
    expect(asked.size).toBeGreaterThan(10)
    // Rights within other sections' screens: uploads, and actions that may require a second person.
    const within = ['console:private-files', 'console:refunds', 'console:upload', 'console:voids']
    expect([...asked].filter((scope) => !shown.some((one) => one.scope === scope)).sort()).toEqual(within)
    expect([...asked].filter((scope) => !([...scopes.keys()] as string[]).includes(scope))).toEqual([])
    expect([...scopes.keys()].filter((scope) => scope !== 'console' && !asked.has(scope))).toEqual([])
  })

  it('have a place for every staff list', () => {
    const lists = modules.flatMap(({ contract }) =>
      Object.values(contract).filter(
        ({ method, path, access }) =>
          method === 'GET' && access.startsWith('console:') && /^\/api\/console\/[a-z]+$/.test(path),
      ),
    )
    const without = lists.filter(({ path }) => {
      const address = path.replace('/api', '')
      return !shown.some(({ to }) => to === address || to.endsWith(`/${entityOfPath(path)}`))
    })
    expect([lists.length > 12, without.map(({ path }) => path)]).toEqual([true, []])
  })

  it('are filtered by the rights of an account', () => {
    expect(openSections(['console']).flatMap((section) => section.places.map(({ to }) => to))).toEqual([
      '/console/dashboard',
      '/console/style',
      '/console/password',
    ])
    const searchedBy = (...rights: string[]) => openSources(['console', ...rights]).map(({ key }) => key)
    expect(searchedBy('console:boards:write')).not.toContain('forms')
    for (const act of ['read', 'write']) expect(searchedBy(`console:forms:${act}`)).toEqual(['forms'])
    expect(placeOf('/console/boards/comments')?.place.to).toBe('/console/boards/comments')
    expect(placeOf('/console/boards/0192')?.place.to).toBe('/console/boards')
  })
})

describe('the audit log', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(source, name), 'utf8'))
    .filter((text) => text.includes('writeAudit('))
  const written = (what: 'entity' | 'action') =>
    files.flatMap((text) => [...text.matchAll(new RegExp(`\\b${what}: '(\\w+)'`, 'g'))].map(([, word = '']) => word))
  /** Entities the kit derives from a resource's path. */
  const derived = modules.flatMap(({ contract: { list, create, update } }) =>
    list && (create ?? update) ? [entityOfPath(list.path)] : [],
  )
  const { entityName, actionName, entities } = logNamesOf(manifests)
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('has a label for every entity and action that is written', () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    expect(new Set([...written('entity'), ...derived]).size).toBeGreaterThan(12)
    for (const entity of [...written('entity'), ...derived]) entityName(entity)
    for (const action of written('action')) actionName(action, '')
    expect(warned.mock.calls).toEqual([])
    expect(entities.map(({ value }) => value)).toEqual(expect.arrayContaining(['terms', 'redirects', 'comments']))
  })

  it('shows the raw word, with a warning, for lines of a removed module', () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    expect([entityName('auctions'), entityName('auctions')]).toEqual(['auctions', 'auctions'])
    expect(warned).toHaveBeenCalledOnce()
  })
})
