import { findDueReminders, remindMeetings } from '#match/matchings/reminders/server/send-reminders.ts'
import { processContext } from '../server/process-context.ts'

/**
 * A process of its own that reminds of meetings, as the product's worker does, until none is due: tests end it in the
 * middle. Arguments: the database, and the moment it takes for now.
 */
const [databaseUrl = '', now = ''] = process.argv.slice(2)
const { context, close } = processContext({ databaseUrl, now })
while ((await findDueReminders(context, 'soon')).length > 0) await remindMeetings(context)
await close()
process.exit()
