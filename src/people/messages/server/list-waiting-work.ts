import { eq, inArray } from 'drizzle-orm'
import type { DeskPart } from '#kit/module/desk.ts'
import type { Context } from '#kit/server/context.ts'
import { outbox, sendings } from '../table.ts'

/**
 * Waiting work: numbers of bulk messages to approve and of unsent mails. No entries, because these would reveal
 * recipients.
 */
export const listWaitingWork = async (context: Context): Promise<DeskPart> => ({
  works: [
    {
      key: 'messages.asked',
      count: await context.database.$count(sendings, eq(sendings.state, 'asked')),
      entries: [],
    },
    {
      key: 'messages.mail',
      count: await context.database.$count(outbox, inArray(outbox.state, ['waiting', 'held'])),
      entries: [],
    },
  ],
})
