import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['test/database.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // A file is a process with a database of its own; two processors.
    pool: 'forks',
    maxWorkers: 2,
  },
})
