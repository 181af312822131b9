import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const files = ['src/**/*.test.ts', 'scripts/**/*.test.ts']

/** Every test that asks the database comes to it through one of these. */
const asksDatabase = (file: string): boolean => /'#test\/(?!alive)/.test(readFileSync(file, 'utf8'))

/**
 * Where servers and poolers differ: calls at once, processes that end in the middle, listening, jobs, search, and lists
 * of every kind; of the rest what counts money, seats and sessions. All others would answer the same again.
 */
const dependsOnServer = (file: string): boolean =>
  /races|kill|proof|kit\/(db|jobs|cache)|listen|lists\.test|many|everything|registry|tables\.test/.test(file) ||
  /(auction\/(bids|sales)|people\/auth|shop\/(coupons|orders|payments|points))\//.test(file)

/**
 * Tests that reach a React component (.tsx), `import.meta.glob` or a mock: Vite transforms what they import. All others
 * run in Node as the product does, for Vite would transform 2,000 modules first.
 */
const throughVite = [
  'src/{console,session,ui}/**/*.test.ts',
  'src/*/site/**/*.test.ts',
  'src/**/{console,public}/*.test.ts',
  'src/{member-parts,tables}.test.ts',
  'src/firm/offices/rules.test.ts',
  'src/platform/dashboard/dashboard.test.ts',
]

/** On another server than the embedded one only what depends on it. */
const isSelected = (file: string): boolean => !process.env.TEST_SERVER || (asksDatabase(file) && dependsOnServer(file))

const inVite = globSync(throughVite).filter(isSelected)
const inNode = globSync(files).filter((file) => isSelected(file) && !inVite.includes(file))

export default defineConfig({
  test: {
    globalSetup: ['test/database.ts'],
    tags: [{ name: 'deep', description: 'Slow: part of `npm run test:deep`, not of `npm test`.' }],
    // Patience for a busy machine; it costs nothing where tests pass.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Each file has a database of its own; modules are shared by the files of a worker.
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: 'node', include: inNode, experimental: { viteModuleRunner: false, nodeLoader: false } },
      },
      { extends: true, test: { name: 'vite', include: inVite } },
    ],
  },
})
