import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, makeWorkerUtils, parseCronItems, type Runner, run } from 'graphile-worker'
import type { Database } from '../db/pool.ts'
import { withoutValues } from '../server/http/render-error.ts'

/** Background job queue inside the database. */
export interface Jobs {
  /** Queues a job in the caller's transaction: it exists only if the transaction commits. */
  add(database: Database, name: string, payload: Record<string, unknown>, options?: JobOptions): Promise<void>
}

interface JobOptions {
  runAt?: Date
  key?: string
  /**
   * Behavior if a job with the same key exists: replace it, or add nothing, even while that job runs (`unsafe_dedupe`).
   * `replace` allows a second job beside a running one and resets its failed attempts.
   */
  keyMode?: 'replace' | 'unsafe_dedupe'
  /** Jobs in the same queue run one after another, across all processes. */
  queue?: string
  /** Jobs with a lower number run first; default 0. */
  priority?: number
}

/** Adds jobs; `graphile_worker.add_job` is plain SQL, so it joins any transaction. */
export const databaseJobs: Jobs = {
  async add(database, name, payload, { runAt, key, keyMode = 'replace', queue, priority } = {}) {
    await database.execute(
      sql`SELECT graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, queue_name => ${queue ?? null},
        run_at => ${runAt?.toISOString() ?? null}::timestamptz, job_key => ${key ?? null}, priority => ${priority ?? null},
        job_key_mode => ${keyMode})`,
    )
  },
}

export type JobHandler = (payload: Record<string, unknown>) => Promise<void>

/** Creates or updates the queue's tables; called in the migration step at start. */
export const prepareJobs = async (directUrl: string): Promise<void> => {
  const utils = await makeWorkerUtils({ connectionString: directUrl })
  try {
    await utils.migrate()
  } finally {
    await utils.release()
  }
}

/** Runs jobs on a direct connection until `stop()`. Any number of processes can share the queue. */
export const startWorker = async (
  directUrl: string,
  handlers: Record<string, JobHandler>,
  schedules: readonly { cron: string; job: string }[],
  log: FastifyBaseLogger,
): Promise<{ stop(): Promise<void> }> => {
  let stopped = false
  let runner: Runner | undefined
  let retry: NodeJS.Timeout | undefined

  const start = async (): Promise<void> => {
    if (stopped) return
    try {
      runner = await run({
        connectionString: directUrl,
        concurrency: 2,
        maxPoolSize: 4,
        noHandleSignals: true,
        pollInterval: 2000,
        // Disable batching (graphile-worker 0.18): it does not await the write at the end of a job, so an unreachable
        // database would cause an unhandled rejection and end the process. Without batching it ends the runner, which
        // is restarted.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        parsedCronItems: parseCronItems(
          schedules.map(({ cron, job }) => ({
            task: job,
            match: cron,
            identifier: job,
            // Catches up on missed runs, for an installation that runs only an hour a day. Waiting runs are merged by
            // key. Scheduled jobs must be idempotent.
            options: { backfillPeriod: 24 * 3_600_000, jobKey: job, jobKeyMode: 'replace' as const },
          })),
        ),
        logger: new Logger(() => (level, message) => {
          // Log the library's own messages only on error; failures are reported by `again` and by the failed job.
          if (level === 'error') log.warn({ queue: message }, 'the job queue reports')
        }),
        taskList: Object.fromEntries(
          Object.entries(handlers).map(([name, handler]) => [
            name,
            async (payload: unknown) => {
              try {
                await handler((payload ?? {}) as Record<string, unknown>)
              } catch (error) {
                // graphile-worker logs the error and stores it in its table, so strip personal values first.
                throw withoutValues(error)
              }
            },
          ]),
        ),
      })
      // The runner ends if the database is unavailable for long; restart it.
      runner.promise.then(again, again)
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'the job queue could not be reached')
      again()
    }
  }
  const again = () => {
    if (!stopped) retry = setTimeout(start, 1000)
  }
  await start()
  return {
    async stop() {
      stopped = true
      clearTimeout(retry)
      await runner?.stop().catch(() => undefined)
    },
  }
}
