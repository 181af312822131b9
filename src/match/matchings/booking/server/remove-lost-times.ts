import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { fairSlots } from '#match/fairs/table.ts'
import { latestConfirm } from '../../rules.ts'
import { changeState } from '../../server/change-state.ts'
import { type FoundMatching, findMatching } from '../../server/find-matchings.ts'
import { timeOf } from '../../server/format-meeting.ts'
import { recordChange } from '../../server/record-change.ts'
import { type EventTime, freeTimes, matchingPicks } from '../../table.ts'

export const timesOf = async (
  within: Context,
  slots: readonly string[],
  { buyer }: FoundMatching,
): Promise<EventTime[]> => {
  const rows = await within.database
    .select({ slot: fairSlots, way: freeTimes.way })
    .from(fairSlots)
    .innerJoin(freeTimes, and(eq(freeTimes.slotId, fairSlots.id), eq(freeTimes.buyerId, buyer.id)))
    .where(inArray(fairSlots.id, [...slots]))
    .orderBy(fairSlots.startsAt)
  return rows.map(({ slot, way }) => timeOf({ ...slot, way }))
}

/** Shortens a hold to an hour before the last of its times. */
const shortenHold = async (within: Context, id: string, last: EventTime): Promise<void> => {
  const end = new Date(latestConfirm(Date.parse(last.startAt)))
  await within.database.execute(sql`
    UPDATE matchings SET held_until = least(held_until, ${end.toISOString()}::timestamptz(3)) WHERE id = ${id}`)
}

/** Returns the times that an offer still holds, in order of time. */
const readOfferedTimes = async (within: Context, id: string): Promise<EventTime[]> => {
  const rows = await within.database
    .select({ slot: fairSlots, way: matchingPicks.way })
    .from(matchingPicks)
    .innerJoin(fairSlots, eq(fairSlots.id, matchingPicks.slotId))
    .where(eq(matchingPicks.matchingId, id))
    .orderBy(fairSlots.startsAt)
  return rows.map(({ slot, way }) => timeOf({ ...slot, way }))
}

/**
 * Notifies both sides that an offer lost times, and which ones remain. Without any it becomes a request again;
 * otherwise the hold ends an hour before the last remaining time.
 */
export const recordLostTimes = async (within: Context, before: FoundMatching, times: EventTime[]): Promise<void> => {
  const { id } = before.matching
  const left = await readOfferedTimes(within, id)
  const last = left.at(-1)
  if (!last) await changeState(within, id, 'requested', { heldUntil: null })
  else await shortenHold(within, id, last)
  const happened = { before, action: 'lose', side: 'system', times } as const
  await recordChange(
    within,
    last
      ? { ...happened, to: 'offered', remainingTimes: left, mail: { kind: 'lost_some', to: ['seller', 'buyer'] } }
      : { ...happened, to: 'requested', mail: { kind: 'lost', to: ['seller', 'buyer'] } },
  )
}

/**
 * Removes a booked time from the other offers of the two companies, in any fair and role, and notifies both sides of
 * each.
 */
export const removeFromOtherOffers = async (
  within: Context,
  { matching, seller, buyer }: FoundMatching,
  slotId: string,
) => {
  const concerned = sql`other.id <> ${matching.id} AND other.state = 'offered'
    AND slot.id = pick.slot_id AND tstzrange(slot.starts_at, slot.ends_at) && (
      SELECT tstzrange(gone.starts_at, gone.ends_at) FROM fair_slots AS gone WHERE gone.id = ${slotId})
    AND EXISTS (SELECT FROM match_profiles AS profile WHERE profile.id IN (other.seller_id, other.buyer_id)
      AND profile.company_id IN (${seller.companyId}, ${buyer.companyId}))`
  // Lock the matchings before their picks, in the same order as an offer.
  await within.database.execute(sql`
    SELECT FROM matchings AS other
    WHERE EXISTS (SELECT FROM matching_picks AS pick, fair_slots AS slot
      WHERE pick.matching_id = other.id AND ${concerned})
    ORDER BY other.id FOR UPDATE`)
  const { rows } = await within.database.execute<{ id: string; slots: string[] }>(sql`
    WITH lost AS (
      DELETE FROM matching_picks AS pick USING matchings AS other, fair_slots AS slot
      WHERE pick.matching_id = other.id AND ${concerned}
      RETURNING other.id, pick.slot_id)
    SELECT lost.id, array_agg(lost.slot_id) AS slots FROM lost GROUP BY lost.id ORDER BY lost.id`)
  for (const { id, slots } of rows) {
    const before = await findMatching(within, id)
    if (before?.matching.state !== 'offered') continue
    await recordLostTimes(within, before, await timesOf(within, slots, before))
  }
}
