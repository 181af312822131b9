import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, makeWorkerUtils, parseCronItems, type Runner, run } from 'graphile-worker'
import type { Database } from './db/pool.ts'
import { withoutValues } from './server/render-error.ts'

/** Work that happens after the answer, on a queue inside the database. */
export interface Jobs {
  /** Queues a job in the caller's transaction: it exists exactly when that commits. */
  add(database: Database, name: string, payload: Record<string, unknown>, options?: JobOptions): Promise<void>
}

interface JobOptions {
  runAt?: Date
  key?: string
  /**
   * Of a job whose key is there already: in its place, or none, also while that one runs. `replace` lets a second begin
   * beside one that runs, and forgets how often one has failed.
   */
  keyMode?: 'replace' | 'unsafe_dedupe'
  /** Jobs of one queue run one after another, on all processes together. */
  queue?: string
  /** Those of a lower number come first; 0 unless given. */
  priority?: number
}

/** The queue's writing side; `graphile_worker.add_job` is plain SQL, so it joins any transaction. */
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

/** Creates or updates the queue's own tables; call under the migration step of the start. */
export const prepareJobs = async (directUrl: string): Promise<void> => {
  const utils = await makeWorkerUtils({ connectionString: directUrl })
  try {
    await utils.migrate()
  } finally {
    await utils.release()
  }
}

/** Runs jobs on a direct connection until `stop()`. Any number of processes share the queue. */
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
        // Without them nobody waits for what it writes at the end of a job (graphile-worker 0.18): a database that is away
        // at that moment would be a fault that nobody catches, and end the process. So it ends the runner, which is begun
        // again.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        parsedCronItems: parseCronItems(
          schedules.map(({ cron, job }) => ({
            task: job,
            match: cron,
            identifier: job,
            // An installation that is started for an hour a day does what was due meanwhile. Runs that still
            // wait are joined under the key; scheduled jobs must bear running twice.
            options: { backfillPeriod: 24 * 3_600_000, jobKey: job, jobKeyMode: 'replace' as const },
          })),
        ),
        logger: new Logger(() => (level, message) => {
          // Its own chatter is for debugging; what goes wrong is told by `again` and by the failed job.
          if (level === 'error') log.warn({ queue: message }, 'the job queue reports')
        }),
        taskList: Object.fromEntries(
          Object.entries(handlers).map(([name, handler]) => [
            name,
            async (payload: unknown) => {
              try {
                await handler((payload ?? {}) as Record<string, unknown>)
              } catch (error) {
                // The queue logs it and writes it into its own table.
                throw withoutValues(error)
              }
            },
          ]),
        ),
      })
      // The runner ends when the database goes away for long; it is started again.
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
