// @module-tag deep
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'

// Each product is a folder: the rest must work without it and without its lines in the registry.

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const bin = (name: string) => join(root, 'node_modules/.bin', name)

const products = ['firm', 'match']

let copy: string
afterEach(() => rm(copy, { recursive: true, force: true }))

/** Returns the registry without a product's modules. */
const without = (product: string, registry: string): string => {
  const imported = new RegExp(`^import \\{ module as (\\w+) \\} from '#${product}/.*\\n`, 'gm')
  const names = [...registry.matchAll(imported)].map(([, name = '']) => name)
  return names.reduce<string>((text, name) => text.replace(`  ${name},\n`, ''), registry.replace(imported, ''))
}

const copyWithout = async (product: string): Promise<void> => {
  await cp(join(root, 'src'), join(copy, 'src'), {
    recursive: true,
    filter: (path) => path !== join(root, 'src', product) && !/\.test\.tsx?$/.test(path),
  })
  for (const name of ['package.json', 'tsconfig.json']) await cp(join(root, name), join(copy, name))
  for (const name of ['node_modules', '.generated']) await symlink(join(root, name), join(copy, name))
  const registry = join(copy, 'src/modules.ts')
  await writeFile(registry, without(product, await readFile(registry, 'utf8')))
}

it.each(products)(
  'without %s the product passes the type check and its server loads',
  async (product) => {
    copy = await mkdtemp(join(tmpdir(), 'daecheong-without-'))
    await copyWithout(product)
    const types = await run(bin('tsc'), ['-p', copy], { cwd: copy }).catch((error: { stdout: string }) => error)
    expect(types.stdout).toBe('')
    const script = `const { modules } = await import('./src/modules.ts'); await import('./src/app.ts'); await import('./src/routes.ts'); console.log(modules.length)`
    const { stdout } = await run(bin('node'), ['--input-type=module', '-e', script], { cwd: copy })
    expect(Number(stdout)).toBeGreaterThan(10)
  },
  600_000,
)
