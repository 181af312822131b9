import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const files = ['src/**/*.test.ts', 'scripts/**/*.test.ts']

/** True if a test uses the database: every such test imports one of these. */
const usesDatabase = (file: string): boolean =>
  /'#test\/(?!files|styles|processes\/is-process-alive)/.test(readFileSync(file, 'utf8'))

/**
 * True if the result can differ between servers and poolers: concurrent calls, killed processes, listening, jobs,
 * search and all kinds of lists; also what counts money, seats and sessions. The other tests would give the same result
 * again.
 */
const dependsOnServer = (file: string): boolean =>
  /races|concurrent|kill|replay|fingerprint|kit\/(db|ports\/jobs|cache)|listen|lists\.test|many|everything|registry|tables\.test|upgrade/.test(
    file,
  ) || /(auction\/(bids|sales)|people\/auth|shop\/(coupons|orders|payments|points))\//.test(file)

/**
 * Tests that reach a React component (.tsx), `import.meta.glob` or a mock need Vite to transform their imports. All
 * others run in Node as the product does, because Vite would transform 2,000 modules first.
 */
const throughVite = [
  'src/{console,session,ui}/**/*.test.ts',
  'src/*/site/**/*.test.ts',
  'src/**/{console,public}/**/*.test.ts',
  'src/product-tests/{member-parts,tables}.test.ts',
  'src/firm/offices/rules.test.ts',
  'src/platform/dashboard/server/handle-dashboard.test.ts',
]

/** On a server other than the embedded one, run only what depends on it. */
const isSelected = (file: string): boolean => !process.env.TEST_SERVER || (usesDatabase(file) && dependsOnServer(file))

const inVite = globSync(throughVite).filter(isSelected)
const inNode = globSync(files).filter((file) => isSelected(file) && !inVite.includes(file))

export default defineConfig({
  test: {
    globalSetup: ['test/server/test-database.ts'],
    tags: [{ name: 'deep', description: 'Slow: part of `npm run test:deep`, not of `npm test`.' }],
    // Long time-outs for a busy machine; they cost nothing if tests pass.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Each file has its own database; the files of a worker share modules.
    pool: 'forks',
    // A heap that does not shrink between files causes fewer page faults, which are slow on virtual machines.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=32'],
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
