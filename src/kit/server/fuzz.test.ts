// @module-tag deep
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#test/api.ts'
import { fuzzApi } from '#test/fuzz/api.ts'

/** The same ones at each run; more and others: `npm run bench -- fuzz`. Its seed that found something is `FUZZ_SEED` here. */
const count = Number(process.env.FUZZ_REQUESTS ?? 9000)
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

it(`answers ${count} requests made from its document as the document says (seed ${seed})`, async () => {
  const { requests, faults, reached, operations } = await fuzzApi(api, { seed, count })
  expect(faults.slice(0, 10)).toEqual([])
  expect(requests).toBe(count)
  // It is not all refused: half of what there is answers with success at least once.
  if (count >= 9000) expect(reached / operations).toBeGreaterThan(0.5)
}, 600_000)
