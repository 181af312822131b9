import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Parses `| what | \`file\` name of the test |`. */
const claims = [...read('docs/security.md').matchAll(/^\| (.+?) \| `([^`]+)` (.+) \|$/gm)].map(
  ([, what = '', file = '', name = '']) => [what, file, name] as const,
)

describe('docs/security.md', () => {
  it('covers every area in complete tables', () => {
    const areas = [...read('docs/security.md').matchAll(/^## (.+)$/gm)].map(([, area]) => area)
    expect(areas).toEqual(['Log-in', 'Tokens', 'Access', 'Input', 'Files', 'Web', 'Personal data', 'Money of the shop'])
    // Every line of the tables was parsed.
    const lines = read('docs/security.md').match(/^\| (?!What holds)/gm) ?? []
    expect(claims.length).toBe(lines.length)
    expect(claims.length).toBeGreaterThan(60)
  })

  it.each(claims)('cites an existing test: %s', (_what, file, name) => {
    expect(existsSync(join(root, file)), file).toBe(true)
    expect(read(file)).toContain(name)
  })
})

describe('libraries', () => {
  const floors = { '@fastify/static': '10.1.3', 'react-router': '8.3.0' }
  const numbers = (version: string) => version.split('.').map(Number)
  const isBelow = (version: string, floor: string): boolean => {
    const [found, wanted] = [numbers(version), numbers(floor)]
    const index = found.findIndex((part, position) => part !== wanted[position])
    return index !== -1 && (found[index] ?? 0) < (wanted[index] ?? 0)
  }

  it('are newer than the versions that fixed known vulnerabilities', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version?: string }> }
    for (const [name, floor] of Object.entries(floors)) {
      const found = Object.entries(packages).filter(([path]) => path.endsWith(`node_modules/${name}`))
      expect(found.length).toBeGreaterThan(0)
      for (const [path, { version = '0' }] of found) expect([path, version, isBelow(version, floor)]).toContain(false)
    }
    expect([isBelow('10.1.2', '10.1.3'), isBelow('10.1.3', '10.1.3'), isBelow('11.0.0', '10.1.3')]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('are pinned to exact versions', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
    for (const version of Object.values({ ...dependencies, ...devDependencies }))
      expect(version).toMatch(/^\d+\.\d+\.\d+/)
  })
})
