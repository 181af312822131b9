import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestApi, type TestApi } from '#test/api.ts'
import { startWorker } from './jobs.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

it('does at the start what was due while nothing ran', async () => {
  await api.services.database.execute(sql`
    INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    VALUES ('sweep', now() - interval '2 days', now() - interval '5 hours')`)
  const sweep = vi.fn(async () => undefined)
  const schedules = [{ cron: '7 * * * *', job: 'sweep' }]
  const worker = await startWorker(api.database.directUrl, { sweep }, schedules, api.services.log)
  const waiting = async () => {
    const { rows } = await api.services.database.execute(
      sql`SELECT 1 FROM graphile_worker._private_jobs WHERE key = 'sweep' AND run_at <= now()`,
    )
    return rows.length
  }
  await vi.waitFor(async () => expect([sweep.mock.calls.length > 0, await waiting()]).toEqual([true, 0]), 30_000)
  await worker.stop()
  // Five were due; those that came together are one.
  expect(sweep.mock.calls.length).toBeLessThanOrEqual(5)
})
