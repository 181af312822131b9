import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

const listFiles = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => /\.(ts|mjs|md)$/.test(path) && statSync(join(root, path)).isFile())

/** Tests of checks and migrations write files of these names themselves. */
const withOwnFiles = /\.test\.ts$/

const readPaths = (text: string): string[] => [
  ...Array.from(
    text.matchAll(/(?<![\w#/.@-])((?:src|test|scripts|bench|database|docs)\/[\w./-]+\.(?:tsx?|mjs|sql|md|css|svg))/g),
    ([, path = '']) => path,
  ),
  // Paths built from their parts: join(root, 'src', 'main.ts').
  ...Array.from(text.matchAll(/join\(root, ('src'[\w., '-]*\.ts')\)/g), ([, parts = '']) =>
    join(...Array.from(parts.matchAll(/'([^']+)'/g), ([, part = '']) => part)),
  ),
]

it('finds paths as text and as parts', () => {
  expect(readPaths("join(root, 'src', 'seed-database.ts') // like src/main.ts and #kit/src/none.ts")).toEqual([
    'src/main.ts',
    join('src', 'seed-database.ts'),
  ])
})

it.each(['scripts', 'bench', 'test', 'docs'])('names only files that exist: %s', (folder) => {
  const missing = listFiles(folder)
    .filter((file) => !withOwnFiles.test(file))
    .flatMap((file) =>
      readPaths(readFileSync(join(root, file), 'utf8'))
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `${file}: ${path}`),
    )
  expect(missing).toEqual([])
})
