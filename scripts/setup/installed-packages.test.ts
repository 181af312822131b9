import { describe, expect, it } from 'vitest'
import { hasDevelopmentPackages, isInstallComplete } from './installed-packages.mjs'

const wanted = {
  '': { version: '0.1.0' },
  'node_modules/fastify': { version: '5.0.0' },
  'node_modules/vitest': { version: '5.1.1', dev: true },
  'node_modules/fsevents': { version: '2.0.0', optional: true },
  'node_modules/typescript': { version: '7.0.2', devOptional: true },
}
const forStart = { 'node_modules/fastify': { version: '5.0.0' } }
const forTests = { ...forStart, 'node_modules/vitest': { version: '5.1.1' } }

describe('installed packages', () => {
  it('are complete for a start, but not for tests, without the test packages', () => {
    expect(isInstallComplete(wanted, forStart, { development: false })).toBe(true)
    expect(isInstallComplete(wanted, forStart, { development: true })).toBe(false)
  })

  it('are complete for a start and for tests once tests were installed', () => {
    expect(isInstallComplete(wanted, forTests, { development: false })).toBe(true)
    expect(isInstallComplete(wanted, forTests, { development: true })).toBe(true)
  })

  it('are incomplete with another version or a missing package', () => {
    const older = { 'node_modules/fastify': { version: '4.0.0' } }
    expect(isInstallComplete(wanted, older, { development: false })).toBe(false)
    expect(isInstallComplete(wanted, {}, { development: false })).toBe(false)
  })

  it('reports whether an update for a start would remove test packages', () => {
    expect(hasDevelopmentPackages(wanted, forTests)).toBe(true)
    expect(hasDevelopmentPackages(wanted, forStart)).toBe(false)
  })
})

describe('package-lock.json', () => {
  it('contains no registry address, so that each machine uses its own', async () => {
    const { default: lock } = await import('../../package-lock.json', { with: { type: 'json' } })
    expect(JSON.stringify(lock)).not.toContain('"resolved":"http')
  })
})
