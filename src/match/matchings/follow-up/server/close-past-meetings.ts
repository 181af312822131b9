import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { readInBatches } from '#kit/db/read-in-batches.ts'
import type { Context } from '#kit/server/context.ts'
import { changeState } from '../../server/change-state.ts'
import { isSuspended } from '../../server/check-conditions.ts'
import { lockMatching } from '../../server/find-matchings.ts'
import { recordChange } from '../../server/record-change.ts'
import { runEach } from '../../server/run-each.ts'
import { matchings } from '../../table.ts'

/** Days after a meeting until it counts as held, unless a no-show was reported. */
const quietDays = 2

/** Job: marks past meetings as held, unless a no-show was reported. */
export const closeMeetings = async (context: Context): Promise<void> => {
  const now = sql`${context.now().toISOString()}::timestamptz(3)`
  const pastMeetings = readInBatches<{ id: string }>((last, limit) =>
    context.database
      .select({ id: matchings.id })
      .from(matchings)
      .where(
        and(
          last && gt(matchings.id, last.id),
          eq(matchings.state, 'confirmed'),
          sql`${matchings.endsAt} < ${now} - make_interval(days => ${quietDays})`,
          // Skip meetings that their companies never saw, and meetings that were suspended with their fair.
          sql`NOT ${isSuspended}`,
          sql`NOT EXISTS (SELECT FROM withheld_matchings AS kept WHERE kept.matching_id = ${matchings.id} AND kept.slot_id IS NULL)`,
        ),
      )
      .orderBy(asc(matchings.id))
      .limit(limit),
  )
  await runEach(pastMeetings, ({ id }) =>
    context.transaction(async (within) => {
      const before = await lockMatching(within, id)
      if (before?.matching.state !== 'confirmed') return
      await changeState(within, id, 'held', {})
      await recordChange(within, { before, action: 'hold', side: 'system', to: 'held' })
    }),
  )
}
