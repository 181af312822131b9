import { openPool } from '#kit/db/pool.ts'
import { diskStore } from '#kit/files/disk-store.ts'
import { databaseJobs } from '#kit/ports/jobs.ts'
import { smtpPort } from '#kit/ports/mail.ts'
import { readSettings } from '#kit/process/settings.ts'
import { Context, publicScope } from '#kit/server/context.ts'
import { createServer } from '../../src/app.ts'
import { modules } from '../../src/modules.ts'

interface ProcessSettings {
  databaseUrl: string
  smtpUrl?: string
  /** Initial time of the process's clock. */
  now: string
  /** Amplitude in ms by which the clock jumps back and forth, ten times a second. */
  jump?: number
  /** Key that signs access tokens. */
  secret?: Uint8Array
}

/** Context of the product's worker for a separate process that a test can kill; requires `DATA_DIR`. */
export const processContext = ({
  databaseUrl,
  smtpUrl,
  now,
  jump = 0,
  secret = new Uint8Array(32),
}: ProcessSettings) => {
  const dataDirectory = process.env.DATA_DIR ?? ''
  const settings = readSettings({
    NODE_ENV: 'test',
    DATA_DIR: dataDirectory,
    LOG_LEVEL: 'silent',
    TRUST_PROXY: 'loopback',
  })
  const startedAt = Date.now()
  const pool = openPool(databaseUrl, 4, () => undefined)
  const clock = {
    now: () => {
      const passed = Date.now() - startedAt
      return new Date(Date.parse(now) + passed + jump * ((Math.floor(passed / 100) % 3) - 1))
    },
    newId: () => crypto.randomUUID(),
  }
  const context = new Context(
    {
      settings,
      database: pool.database,
      clock,
      files: diskStore(dataDirectory),
      jobs: databaseJobs,
      log: createServer(settings).log,
      secret,
      vault: new Uint8Array(32),
      mail: smtpPort(smtpUrl),
      modules,
    },
    publicScope('ko'),
  )
  return { context, close: pool.close }
}
