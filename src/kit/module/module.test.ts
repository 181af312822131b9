import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { route } from '../contract.ts'
import { publicScope } from '../server/context.ts'
import { defineModule, jobsOf, type Module, onlyOne, publicContractsOf, scopesOf } from './module.ts'

const things = {
  count: route({
    method: 'GET',
    path: '/api/console/things',
    access: 'console:things',
    summary: 'How many.',
    answer: z.object({ count: z.int() }),
  }),
}
const handlers = { count: async () => ({ count: 0 }) }
const scopes = { 'console:things': ['owner'] } as const

const make = (declared: Partial<Pick<Module, 'scopes' | 'jobs' | 'schedules' | 'findRedirect' | 'isPublic'>> = {}) =>
  defineModule({ name: 'things', contract: things, handlers, scopes, ...declared })

describe('a module', () => {
  it('is refused with a scope that no route requires', () =>
    expect(() => make({ scopes: { ...scopes, 'console:others': ['owner'] } })).toThrow('no route asks for'))

  it('is refused with a scope that no level holds', () =>
    expect(() => make({ scopes: { 'console:things': [] } })).toThrow('no level holds'))

  it('is refused with a schedule of an unknown job', () =>
    expect(() => make({ schedules: [{ cron: '0 * * * *', job: 'sweep' }] })).toThrow('there is no job sweep'))
})

describe('the registry', () => {
  it('lists every scope with its levels', () =>
    expect([...scopesOf([make()])]).toEqual([['console:things:read', ['owner', 'viewer']]]))

  it('refuses a route whose scope no module declares', () =>
    expect(() => scopesOf([make({ scopes: {} })])).toThrow('/api/console/things asks for the scope console:things'))

  it.each<[string, (modules: Module[]) => unknown, Parameters<typeof make>[0]]>([
    ['scope', scopesOf, {}],
    ['job', (modules) => jobsOf(modules, () => Promise.reject() as never), { jobs: { sweep: async () => undefined } }],
    ['public name', publicContractsOf, { isPublic: true }],
    ['answer for addresses without a page', (all) => onlyOne(all, 'findRedirect'), { findRedirect: async () => null }],
  ])('refuses the same %s of two modules', (_what, read, declared) => {
    expect(() => read([make(declared)])).not.toThrow()
    expect(() => read([make(declared), make(declared)])).toThrow('is declared by things and by things')
  })

  it('runs each job with its own context', async () => {
    const logged: unknown[] = []
    const context = { scope: publicScope('ko') } as never
    const jobs = jobsOf([make({ jobs: { sweep: async (...input) => void logged.push(input) } })], () => context)
    await jobs.sweep?.({ id: 'one' })
    expect(logged).toEqual([[context, { id: 'one' }]])
  })
})
