import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { runSending } from '#people/messages/sendings/server/run-sending.ts'
import { processContext } from './process-context.ts'

/**
 * Runs one bulk message in a separate process, as the product's worker does, until no recipient is left; tests kill it
 * midway. Arguments: database URL, SMTP URL, id of the message, current time.
 */
const [databaseUrl = '', smtpUrl = '', id = '', now = ''] = process.argv.slice(2)
const { context, close } = processContext({ databaseUrl, smtpUrl, now })
for (;;) {
  await runSending(context, id)
  const { rows } = await context.database.execute(sql`
    SELECT FROM sending_recipients WHERE sending_id = ${id} AND state = 'queued' LIMIT 1`)
  const { rows: started } = await context.database.execute(
    sql`SELECT FROM sendings WHERE id = ${id} AND state = 'scheduled'`,
  )
  if (rows.length + started.length === 0) break
  await wait(10)
}
await close()
process.exit()
