import { and, eq, inArray } from 'drizzle-orm'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { auctionRegistrations, auctionsTable } from '../table.ts'
import { sendCancellationMail } from './send-auction-mail.ts'

/**
 * Job: notifies everyone with an approved or waiting registration that the auction was cancelled, in one transaction: a
 * failed run is repeated as a whole.
 */
export const notifyCancelled = async (context: Context, payload: Record<string, unknown>): Promise<void> =>
  context.transaction(async (within) => {
    const [program] = await within.database
      .select()
      .from(auctionsTable)
      .where(eq(auctionsTable.id, String(payload.program)))
    if (!program?.cancelledAt) return
    const entries = await within.database
      .select()
      .from(auctionRegistrations)
      .where(
        and(
          eq(auctionRegistrations.programId, program.id),
          inArray(auctionRegistrations.state, ['approved', 'waiting']),
        ),
      )
    for (const { userId } of entries) await sendCancellationMail(within, program, userId)
    if (entries.length > 0)
      await publishEvent(within, { users: entries.map(({ userId }) => userId) }, { topic: 'bids', id: program.id })
  })
