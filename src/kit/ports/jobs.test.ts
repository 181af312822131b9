import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { startWorker } from './jobs.ts'

const api = prepareTestApi()

it('runs jobs at the start that came due while nothing ran', async () => {
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
  // Five runs were due; those that were waiting at the same time are merged.
  expect(sweep.mock.calls.length).toBeLessThanOrEqual(5)
})

it('continues after the database was unavailable at the end of a job', { tags: ['deep'] }, async () => {
  const url = new URL(api.database.directUrl)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const outside = new pg.Client(url.href)
  await outside.connect()
  const away = async () => {
    await outside.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS false`)
    await outside.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
  }
  const runs: string[] = []
  const handler = (how: 'done' | 'failed') => async () => {
    runs.push(how)
    if (runs.filter((run) => run === how).length > 1) return
    await away()
    setTimeout(() => void outside.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS true`), 1500)
    if (how === 'failed') throw new Error('What it was to do failed')
  }
  const retried = vi.fn(async () => undefined)
  const handlers = { done: handler('done'), failed: handler('failed'), again: retried }
  const worker = await startWorker(api.database.directUrl, handlers, [], api.services.log)
  const add = (job: string) => vi.waitFor(() => api.services.jobs.add(api.services.database, job, {}), 20_000)
  for (const job of ['done', 'failed']) {
    retried.mockClear()
    await add(job)
    await vi.waitFor(() => expect(runs).toContain(job), 20_000)
    await add('again')
    await vi.waitFor(() => expect(retried).toHaveBeenCalled(), 30_000)
  }
  await worker.stop()
  await outside.end()
})
