import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const files = ['src/**/*.test.ts', 'scripts/**/*.test.ts']

/** Every test that asks the database comes to it through one of these. */
const asksDatabase = (file: string): boolean => /'#test\/(?!alive)/.test(readFileSync(file, 'utf8'))

/**
 * Made-up requests to every route: more than half of the time of all tests that ask a database. What reaches it there is
 * asked by the tests of each module as well.
 */
const isOfEveryRoute = (file: string): boolean =>
  /kit\/server\/(access|bodies|fuzz|input|matrix|openapi)\.test/.test(file)

export default defineConfig({
  test: {
    // On another server than the embedded one: what asks no database would answer the same again.
    include: process.env.TEST_SERVER
      ? globSync(files).filter((file) => asksDatabase(file) && !isOfEveryRoute(file))
      : files,
    globalSetup: ['test/database.ts'],
    // Patience for a busy machine; it costs nothing where tests pass.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two processors. Each file has a database of its own; what files import is shared, a third of the time otherwise.
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
  },
})
