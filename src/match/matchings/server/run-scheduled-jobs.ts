import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { findDue, remind } from '../reminders/server/send-reminders.ts'
import { matchings } from '../table.ts'
import { changeState, deletePicks, isSuspended, recordChange } from './change-state.ts'
import { lockMatching } from './find-matchings.ts'

/** Days after a meeting until it counts as held, unless a no-show was reported. */
const quietDays = 2

/** Processes every row even if some fail, then throws the first error, so that the job counts as failed. */
const eachApart = async <Row>(rows: readonly Row[], work: (row: Row) => Promise<void>): Promise<void> => {
  const failed: unknown[] = []
  for (const row of rows) await work(row).catch((error: unknown) => failed.push(error))
  if (failed.length > 0) throw failed[0]
}

/** Job: expires offers whose hold ran out and notifies both sides. */
export const expireHolds = async (context: Context): Promise<void> => {
  const now = context.now()
  const over = await context.database
    .select({ id: matchings.id })
    .from(matchings)
    .where(and(eq(matchings.state, 'offered'), lte(matchings.heldUntil, now)))
  await eachApart(over, ({ id }) =>
    context.transaction(async (within) => {
      const before = await lockMatching(within, id, false)
      // The offer was confirmed or renewed in the meantime.
      if (before?.matching.state !== 'offered' || (before.matching.heldUntil ?? now) > now) return
      await changeState(within, id, 'expired', { heldUntil: null })
      await deletePicks(within, id)
      await recordChange(within, {
        before,
        action: 'expire',
        side: 'system',
        to: 'expired',
        mail: { kind: 'expired', to: ['seller', 'buyer'] },
      })
    }),
  )
}

/** Job: reminds both sides of meetings that start soon or tomorrow. */
export const remindMeetings = async (context: Context): Promise<void> => {
  const due = await Promise.all(
    (['soon', 'day'] as const).map(async (kind) => (await findDue(context, kind)).map(({ id }) => ({ id, kind }))),
  )
  await eachApart(due.flat(), async ({ id, kind }) => {
    await remind(context, id, kind)
  })
}

/** Job: marks past meetings as held, unless a no-show was reported. */
export const closeMeetings = async (context: Context): Promise<void> => {
  const now = sql`${context.now().toISOString()}::timestamptz(3)`
  const over = await context.database
    .select({ id: matchings.id })
    .from(matchings)
    .where(
      and(
        eq(matchings.state, 'confirmed'),
        sql`${matchings.endsAt} < ${now} - make_interval(days => ${quietDays})`,
        // Skip meetings that their companies never saw, and meetings that were suspended with their fair.
        sql`NOT ${isSuspended}`,
        sql`NOT EXISTS (SELECT FROM matching_unreleased AS kept WHERE kept.matching_id = ${matchings.id} AND kept.slot_id IS NULL)`,
      ),
    )
  await eachApart(over, ({ id }) =>
    context.transaction(async (within) => {
      const before = await lockMatching(within, id, false)
      if (before?.matching.state !== 'confirmed') return
      await changeState(within, id, 'held', {})
      await recordChange(within, { before, action: 'hold', side: 'system', to: 'held' })
    }),
  )
}

/** Returns which of these ids are matchings; the invitation files under other ids are removed. */
export const knownFiles = async (context: Context, ids: readonly string[]): Promise<string[]> => {
  const rows = await context.database
    .select({ id: matchings.id })
    .from(matchings)
    .where(inArray(matchings.id, [...ids]))
  return rows.map(({ id }) => id)
}
