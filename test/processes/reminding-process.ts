import { findDueReminders, remindMeetings } from '#match/matchings/reminders/server/send-reminders.ts'
import { processContext } from './process-context.ts'

/**
 * Sends due meeting reminders in a separate process, as the product's worker does; tests kill it midway. Arguments:
 * database URL, current time.
 */
const [databaseUrl = '', now = ''] = process.argv.slice(2)
const { context, close } = processContext({ databaseUrl, now })
while ((await findDueReminders(context, 'soon')).length > 0) await remindMeetings(context)
await close()
process.exit()
