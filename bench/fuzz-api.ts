import { performance } from 'node:perf_hooks'
import { fuzzApi } from '../test/fuzz/fuzz-api.ts'
import { createTestApi } from '../test/server/test-api.ts'
import { setup } from '../test/server/test-database.ts'

const count = Number(process.env.FUZZ_REQUESTS ?? 100_000)
/** Requests per database: a new one for each part keeps lists at a realistic length. */
const part = 10_000

/**
 * Sends 100,000 requests generated from the OpenAPI document. Fails if an answer is a server error or does not match
 * the document.
 */
export const fuzzProduct = async (): Promise<boolean> => {
  const first = Number(process.env.FUZZ_SEED ?? Date.now() % 1e9)
  const stop = await setup()
  const startedAt = performance.now()
  const statuses = new Map<number, number>()
  let [sent, faults, reached, operations] = [0, 0, 0, 0]
  try {
    for (let done = 0; done < count; done += part) {
      const seed = first + done / part
      const api = await createTestApi()
      try {
        const outcome = await fuzzApi(api, { seed, count: Math.min(part, count - done) })
        sent += outcome.requests
        faults += outcome.faults.length
        reached = Math.max(reached, outcome.reached)
        operations = outcome.operations
        for (const [status, times] of outcome.statuses) statuses.set(status, (statuses.get(status) ?? 0) + times)
        console.log(`seed ${seed}: ${outcome.requests} requests, ${outcome.faults.length} faults`)
        for (const { request: what, reason: why } of outcome.faults.slice(0, 5)) console.log(`  ${what}\n  ${why}`)
      } finally {
        await api.close()
      }
    }
  } finally {
    await stop()
  }
  const seconds = (performance.now() - startedAt) / 1000
  const listed = [...statuses].sort(([one], [other]) => one - other).map(([status, times]) => `${status}: ${times}`)
  console.log(`\n${sent} requests in ${seconds.toFixed(0)} s, ${faults} faults (goal 0); ${listed.join(', ')}`)
  console.log(`${reached} of ${operations} operations answered with success in one part`)
  return faults === 0
}

if (import.meta.main) await fuzzProduct()
