import { and, eq, inArray, sql } from 'drizzle-orm'
import { sqlState } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { fairSlots } from '#match/fairs/table.ts'
import type { Way } from '#match/participants/contract.ts'
import { freeTimes } from '../../table.ts'
import { findOwnBuyer } from './find-own-buyer.ts'
import { clearDraft, lockParticipation } from './save-draft.ts'

/**
 * SQL condition: a meeting occupies the time, its companies do not see it there, and no offer that they see holds the
 * time.
 */
const isHidden = sql`NOT EXISTS (SELECT FROM matching_picks AS pick WHERE pick.fair_id = ${freeTimes.fairId}
    AND pick.buyer_id = ${freeTimes.buyerId} AND pick.slot_id = ${freeTimes.slotId})
  AND EXISTS (SELECT FROM matchings JOIN withheld_matchings AS kept ON kept.matching_id = matchings.id
  WHERE matchings.fair_id = ${freeTimes.fairId} AND matchings.buyer_id = ${freeTimes.buyerId}
    AND matchings.slot_id = ${freeTimes.slotId}
    AND kept.slot_id IS DISTINCT FROM matchings.slot_id)`

/** SQL condition: the slot is open. Closed slots are not on the grid; the operator settles the meetings in them. */
const onOpen = sql`${freeTimes.slotId} IN (SELECT id FROM fair_slots WHERE NOT closed)`

/**
 * Replaces the free times of the caller's company. A time that an offer or a meeting needs cannot be removed or change
 * its way: the foreign keys refuse it (`matching_used`). The answer reveals no unreleased meeting: the time is shown as
 * the buyer gives it, and the meeting stays. If `version` is given, throws `matching_drawn` after a concurrent draft or
 * save. Clears the draft.
 */
export const replaceTimes = async (
  context: Context,
  fairId: string,
  { times, version }: { times: readonly { slot: string; way: Way }[]; version?: number | undefined },
): Promise<void> => {
  const wayBySlot = new Map(times.map(({ slot, way }) => [slot, way]))
  try {
    await context.transaction(async (within) => {
      const buyer = await findOwnBuyer(within, fairId)
      // Serialize saves from two windows, so that the last one counts and not a mixture of both.
      await lockParticipation(within, { fairId, buyerId: buyer.id })
      await clearDraft(within, { fairId, buyerId: buyer.id, version })
      const ids = [...wayBySlot.keys()]
      const openSlots = await within.database
        .select({ id: fairSlots.id })
        .from(fairSlots)
        .where(and(eq(fairSlots.fairId, fairId), eq(fairSlots.closed, false), inArray(fairSlots.id, ids)))
      if (openSlots.length < ids.length) throw new AppError('invalid', { fields: { times: 'matching_grid' } })
      const isOwn = and(eq(freeTimes.fairId, fairId), eq(freeTimes.buyerId, buyer.id))
      const isRemoved = and(isOwn, ids.length > 0 ? sql`${freeTimes.slotId} NOT IN ${ids}` : undefined)
      // The time has an unreleased meeting: hide the time from the buyer and keep the meeting.
      await within.database
        .update(freeTimes)
        .set({ withdrawn: true })
        .where(and(isRemoved, isHidden, onOpen))
      await within.database.delete(freeTimes).where(and(isRemoved, eq(freeTimes.withdrawn, false), onOpen))
      if (ids.length > 0)
        await within.database
          .insert(freeTimes)
          .values([...wayBySlot].map(([slotId, way]) => ({ fairId, buyerId: buyer.id, slotId, way })))
          .onConflictDoUpdate({
            target: [freeTimes.fairId, freeTimes.buyerId, freeTimes.slotId],
            set: {
              way: sql`CASE WHEN ${isHidden} THEN ${freeTimes.way} ELSE excluded.way END`,
              wish: sql`CASE WHEN ${freeTimes.way} <> excluded.way AND ${isHidden} THEN excluded.way END`,
              withdrawn: false,
            },
            setWhere: sql`coalesce(${freeTimes.wish}, ${freeTimes.way}) <> excluded.way OR ${freeTimes.withdrawn}`,
          })
      const { rows: withheld } = await within.database.execute(sql`
        SELECT FROM withheld_matchings AS kept JOIN matchings ON matchings.id = kept.matching_id
        WHERE kept.fair_id = ${fairId} AND matchings.buyer_id = ${buyer.id}
          AND kept.slot_id IN (SELECT id FROM fair_slots WHERE NOT closed)
          AND NOT EXISTS (SELECT FROM free_times AS given WHERE given.fair_id = kept.fair_id
            AND given.buyer_id = matchings.buyer_id AND given.slot_id = kept.slot_id AND NOT given.withdrawn
            AND coalesce(given.wish, given.way) = kept.way)`)
      if (withheld.length > 0) throw new AppError('conflict', { fields: { times: 'matching_used' } })
      await publishEvent(
        within,
        { users: [within.principal.userId], scope: 'console:fairs' },
        { topic: 'schedules', id: fairId },
      )
    })
  } catch (error) {
    if (sqlState(error) === '23503') throw new AppError('conflict', { fields: { times: 'matching_used' } })
    throw error
  }
}
