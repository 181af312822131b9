import { afterAll, beforeAll } from 'vitest'
import { createTestApi, type TestApi, type TestApiOptions } from './test-api.ts'

/** API for the tests of a file: usable from its hooks and tests, closed after them. */
export const prepareTestApi = (options?: TestApiOptions): TestApi => {
  const api = {} as TestApi
  beforeAll(async () => {
    Object.assign(api, await createTestApi(options))
  })
  afterAll(() => api.close())
  return api
}
