import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { openPool } from '#kit/db/pool.ts'
import { readSettings } from '#kit/env.ts'
import { diskStore } from '#kit/files/disk.ts'
import { databaseJobs } from '#kit/jobs.ts'
import { smtpPort } from '#kit/mail.ts'
import { Context, publicScope } from '#kit/server/context.ts'
import { runSending } from '#people/messages/jobs-sendings.ts'
import { createServer } from '../src/app.ts'
import { modules } from '../src/modules.ts'

/**
 * A process of its own that works at one sending, as the product's worker does, until nobody waits for it: tests end it
 * in the middle. Arguments: the database, the mail server, the sending, and the moment it takes for now.
 */
const [url = '', smtpUrl = '', id = '', now = ''] = process.argv.slice(2)
const dataDirectory = process.env.DATA_DIR ?? ''
const settings = readSettings({ NODE_ENV: 'test', DATA_DIR: dataDirectory, LOG_LEVEL: 'silent' })
const began = Date.now()
const pool = openPool(url, 4, () => undefined)
const clock = { now: () => new Date(Date.parse(now) + Date.now() - began), newId: () => crypto.randomUUID() }
const context = new Context(
  {
    settings,
    database: pool.database,
    clock,
    files: diskStore(dataDirectory),
    jobs: databaseJobs,
    log: createServer(settings).log,
    secret: new Uint8Array(32),
    vault: new Uint8Array(32),
    mail: smtpPort(smtpUrl),
    modules,
  },
  publicScope('ko'),
)
for (;;) {
  await runSending(context, id)
  const { rows } = await pool.database.execute(sql`
    SELECT FROM sending_recipients WHERE sending_id = ${id} AND state = 'queued' LIMIT 1`)
  const { rows: begun } = await pool.database.execute(
    sql`SELECT FROM sendings WHERE id = ${id} AND state = 'scheduled'`,
  )
  if (rows.length + begun.length === 0) break
  await wait(10)
}
await pool.close()
process.exit()
