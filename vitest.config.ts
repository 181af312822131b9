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

export default defineConfig({
  test: {
    include: process.env.TEST_SERVER
      ? globSync(files).filter((file) => asksDatabase(file) && dependsOnServer(file))
      : files,
    globalSetup: ['test/database.ts'],
    tags: [{ name: 'deep', description: 'Slow: part of `npm run test:deep`, not of `npm test`.' }],
    // Patience for a busy machine; it costs nothing where tests pass.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two processors. Each file has a database of its own; what files import is shared, a third of the time otherwise.
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
  },
})
