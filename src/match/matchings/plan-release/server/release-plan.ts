import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { type FairRow, fairs } from '#match/fairs/table.ts'
import { removeFromOtherOffers } from '../../booking/server/remove-lost-times.ts'
import { deletePicks } from '../../server/change-state.ts'
import { findMatching, withoutUnreleased } from '../../server/find-matchings.ts'
import { meetingTime } from '../../server/format-meeting.ts'
import { recordChange } from '../../server/record-change.ts'
import { matchingEvents, matchings, matchingUnreleased } from '../../table.ts'

/** Counts the meetings with an unreleased change in a fair, and the companies concerned. */
export const countUnreleased = async (
  context: Context,
  fairId: string,
): Promise<{ meetings: number; companies: number }> => {
  const { rows } = await context.database.execute<{ meetings: number; companies: number }>(sql`
    SELECT count(DISTINCT matchings.id)::int AS meetings, count(DISTINCT side.profile)::int AS companies
    FROM withheld_matchings AS kept JOIN matchings ON matchings.id = kept.matching_id,
      unnest(ARRAY[matchings.seller_id, matchings.buyer_id]) AS side (profile)
    WHERE kept.fair_id = ${fairId}`)
  return rows[0] ?? { meetings: 0, companies: 0 }
}

/**
 * Returns true if the plan of the matching's fair is held. Locks the fair against a release until the transaction ends,
 * so that each change is announced either immediately or by the release.
 */
export const isPlanHeld = async (within: Context, matchingId: string): Promise<boolean> => {
  const { rows } = await within.database.execute<{ released: boolean }>(sql`
    SELECT fairs.released FROM fairs JOIN matchings ON matchings.fair_id = fairs.id
    WHERE matchings.id = ${matchingId} FOR SHARE OF fairs`)
  if (!rows[0]) throw new AppError('not_found')
  return !rows[0].released
}

/** Stores what the companies see now, unless an earlier unreleased change has stored it already. */
export const storeReleasedVersion = async (within: Context, matchingId: string): Promise<void> => {
  await within.database.execute(sql`
    INSERT INTO matching_unreleased (matching_id, fair_id, state, held_until, way, slot_id, starts_at, ends_at, place, updated_at)
    SELECT id, fair_id, state, held_until, way, slot_id, starts_at, ends_at, place, updated_at FROM matchings
    WHERE id = ${matchingId} ON CONFLICT (matching_id) DO NOTHING`)
}

/** Deletes the stored version if the matching is again as its companies see it: nothing is left to announce. */
export const deleteIfUnchanged = async (within: Context, matchingId: string): Promise<void> => {
  await within.database.execute(sql`
    DELETE FROM withheld_matchings AS kept USING matchings
    WHERE kept.matching_id = ${matchingId} AND matchings.id = kept.matching_id
      AND (kept.state, kept.way, kept.slot_id, kept.place)
        IS NOT DISTINCT FROM (matchings.state, matchings.way, matchings.slot_id, matchings.place)`)
}

/** Deletes the stored version when the matching has ended, which both sides are notified of. */
export const deleteReleasedVersion = async (within: Context, matchingId: string): Promise<void> => {
  await within.database.delete(matchingUnreleased).where(eq(matchingUnreleased.matchingId, matchingId))
}

/** Returns the reason of the operator's latest unreleased change. */
const findLastReason = async (within: Context, matchingId: string): Promise<string> => {
  const { rows } = await within.database.execute<{ reason: string }>(sql`
    SELECT reason FROM ${matchingEvents} WHERE matching_id = ${matchingId} AND NOT shown
    ORDER BY seq DESC LIMIT 1`)
  return rows[0]?.reason ?? ''
}

/**
 * Announces a released change to both sides, once: the transaction that deletes the row writes the messages. Returns
 * true if a change was pending.
 */
export const announceReleased = async (within: Context, matchingId: string): Promise<boolean> => {
  await within.database.select({ id: matchings.id }).from(matchings).where(eq(matchings.id, matchingId)).for('update')
  const [released] = await within.database
    .delete(matchingUnreleased)
    .where(and(eq(matchingUnreleased.matchingId, matchingId), sql`${matchingUnreleased.releasedAt} IS NOT NULL`))
    .returning()
  // Usually it is announced already: read the matching only if a change is pending.
  if (!released) return false
  const after = await findMatching(within, matchingId)
  // A change after the release has notified both sides already.
  if (after?.matching.state !== 'confirmed' || !after.matching.slotId) return true
  const wasMeeting = released.state === 'confirmed'
  await changeRows(within, matchings, { sequence: sql`${matchings.sequence} + 1` }).where(eq(matchings.id, matchingId))
  await deletePicks(within, matchingId)
  await recordChange(within, {
    before: withoutUnreleased({ ...after, unreleased: released }),
    action: wasMeeting ? 'move' : 'place',
    side: 'operator',
    to: 'confirmed',
    reason: await findLastReason(within, matchingId),
    times: meetingTime(after),
    mail: { kind: wasMeeting ? 'moved' : 'confirmed', to: ['seller', 'buyer'] },
  })
  await removeFromOtherOffers(within, after, after.matching.slotId)
  return true
}

/** Job after a release: announces the changes, one matching per transaction. Idempotent. */
export const announcePlan = async (context: Context, fairId: string): Promise<void> => {
  const { rows } = await context.database.execute<{ id: string }>(sql`
    SELECT matching_id AS id FROM matching_unreleased WHERE fair_id = ${fairId} AND released_at IS NOT NULL
    ORDER BY starts_at, matching_id`)
  for (const { id } of rows) await context.transaction((within) => announceReleased(within, id))
}

const writePlan = (within: Context, fair: Pick<FairRow, 'id' | 'title'>, action: string, after: object) =>
  writeAudit(within, { action, entity: 'fairs', entityId: fair.id, summary: fair.title.ko, after })

/** Holds the plan: later changes by the operator stay unreleased. Throws `conflict` if the plan is held already. */
export const holdPlan = (context: Context, fairId: string): Promise<void> =>
  context.transaction(async (within) => {
    const [fair] = await changeRows(within, fairs, { released: false })
      .where(and(eq(fairs.id, fairId), eq(fairs.released, true)))
      .returning()
    if (!fair) throw await determineHoldError(within, fairId)
    await writePlan(within, fair, 'hold_plan', { released: false })
    await publishEvent(within, { scope: 'console:fairs' }, { topic: 'plans', id: fairId })
  })

/**
 * Releases the plan: from the commit on the companies see their current meetings, and a job notifies them. Of several
 * concurrent releases one succeeds; the others get `conflict`.
 */
export const releasePlan = (context: Context, fairId: string): Promise<{ meetings: number; companies: number }> =>
  context.transaction(async (within) => {
    const [held] = await within.database
      .select({ id: fairs.id })
      .from(fairs)
      .where(and(eq(fairs.id, fairId), eq(fairs.released, false)))
      .for('update')
    if (!held) throw await determineHoldError(within, fairId)
    const counted = await countUnreleased(within, fairId)
    await within.database
      .update(matchingUnreleased)
      .set({ releasedAt: within.now() })
      .where(and(eq(matchingUnreleased.fairId, fairId), isNull(matchingUnreleased.releasedAt)))
    const [fair] = await changeRows(within, fairs, { released: true })
      .where(and(eq(fairs.id, fairId), eq(fairs.released, false)))
      .returning()
    if (!fair) throw new AppError('conflict')
    await writePlan(within, fair, 'release_plan', { released: true, ...counted })
    await within.services.jobs.add(within.database, 'tellPlan', { fair: fairId }, { key: `tellPlan:${fairId}` })
    await publishEvent(within, { scope: 'console:fairs' }, { topic: 'plans', id: fairId })
    return counted
  })

/** Returns why a plan was not held or released: it already is (`conflict`), or there is no such fair (`not_found`). */
const determineHoldError = async (within: Context, fairId: string): Promise<AppError> => {
  const [result] = await within.database.select({ fairs: count() }).from(fairs).where(eq(fairs.id, fairId))
  return new AppError(result && result.fairs > 0 ? 'conflict' : 'not_found')
}
