import { eq, sql } from 'drizzle-orm'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { fairSlots } from '#match/fairs/table.ts'
import { recordLostTimes } from '../../booking/server/remove-lost-times.ts'
import { type FoundMatching, lockMatching } from '../../server/find-matchings.ts'
import { type MailKind, sendMatchingMail } from '../../server/send-matching-mail.ts'
import { type EventTime, matchings } from '../../table.ts'
import { sendFairNotices } from './notify-participants.ts'

/**
 * Removes times from an offer whose slot was closed, or in which one of the companies now has a meeting, and notifies
 * both sides of the remaining ones. The matching must be locked.
 */
export const removeClosedTimes = async (within: Context, before: FoundMatching): Promise<void> => {
  const { matching, seller, buyer } = before
  const { rows } = await within.database.execute<{ starts_at: Date; ends_at: Date; way: EventTime['way'] }>(sql`
    DELETE FROM matching_picks AS pick USING ${fairSlots} AS slot
    WHERE pick.matching_id = ${matching.id} AND slot.id = pick.slot_id AND (slot.closed OR EXISTS (
      SELECT FROM match_bookings AS booking
        LEFT JOIN withheld_matchings AS kept ON kept.matching_id = booking.matching_id
      WHERE booking.company_id IN (${seller.companyId}, ${buyer.companyId}) AND booking.matching_id <> ${matching.id}
        AND kept.matching_id IS NULL AND booking.during && tstzrange(slot.starts_at, slot.ends_at)))
    RETURNING slot.starts_at, slot.ends_at, pick.way`)
  const times = rows
    .map(({ starts_at, ends_at, way }) => ({
      startAt: new Date(starts_at).toISOString(),
      endAt: new Date(ends_at).toISOString(),
      way,
    }))
    .toSorted((one, other) => one.startAt.localeCompare(other.startAt))
  if (times.length > 0) await recordLostTimes(within, before, times)
}

interface FairChangeEvent extends Record<string, unknown> {
  action: string
  times: EventTime[]
  /** True if the slot and the place are open. */
  seated: boolean
  /** True if the slot was closed. */
  closed: boolean
}

/** Returns the mail kind for a change of the fair; null if the change is superseded. */
const kindOf = ({ action, seated, closed }: FairChangeEvent): MailKind | null => {
  if (action === 'suspend') return 'suspended'
  if (action === 'resume') return 'resumed'
  if (seated) return null
  return closed ? 'displaced' : 'unseated'
}

/**
 * Mails both companies of a meeting that a change of the fair touched, once: the transaction that clears `untold`
 * writes the mails. Cancels or restores the calendar entry if necessary. Skips a meeting that was moved or cancelled
 * meanwhile, because that notified both companies.
 */
const mailFairChange = (context: Context, event: string, id: string): Promise<void> =>
  context.transaction(async (within) => {
    const found = await lockMatching(within, id)
    const { rows } = await within.database.execute<FairChangeEvent>(sql`
      UPDATE matching_events AS event SET untold = false
      FROM matchings AS met LEFT JOIN fair_slots AS slot ON slot.id = met.slot_id
        LEFT JOIN fair_places AS place ON place.fair_id = met.fair_id AND place.way = met.way AND place.number = met.place
      WHERE event.id = ${event} AND event.untold AND met.id = event.matching_id
      RETURNING event.action, event.times, NOT (slot.closed OR place.closed) AS seated, coalesce(slot.closed, true) AS closed`)
    const [change] = rows
    const kind = change && kindOf(change)
    if (!found || !change || !kind || found.matching.state !== 'confirmed') return
    const [time] = change.times
    if (time?.startAt !== found.matching.startsAt?.toISOString()) return
    const users = [found.seller.userId, found.buyer.userId]
    if (kind !== 'unseated') found.matching.sequence = await nextSequence(within, id)
    for (const side of ['seller', 'buyer'] as const)
      await sendMatchingMail(within, kind, found, side, { reason: '', times: change.times, remainingTimes: [] })
    await publishEvent(within, { users }, { topic: 'matchings', id })
  })

/** Increments and returns the sequence of the invitation; the matching must be locked. */
const nextSequence = async (within: Context, id: string): Promise<number> => {
  const [row] = await within.database
    .update(matchings)
    .set({ sequence: sql`${matchings.sequence} + 1` })
    .where(eq(matchings.id, id))
    .returning({ sequence: matchings.sequence })
  return row?.sequence ?? 0
}

/**
 * Job after a change of a fair. Removes closed slots from offers and notifies both sides of the remaining times.
 * Displaced meetings stay, marked, until the operator moves them. Mails the companies that must be notified of a
 * displaced meeting, and the participants of a fair that was set back.
 */
export const processFairChange = async (context: Context, fairId: string): Promise<void> => {
  const { rows } = await context.database.execute<{ id: string }>(sql`
    SELECT DISTINCT pick.matching_id AS id FROM matching_picks AS pick JOIN fair_slots AS slot ON slot.id = pick.slot_id
    WHERE pick.fair_id = ${fairId} AND slot.closed ORDER BY 1`)
  for (const { id } of rows)
    await context.transaction(async (within) => {
      const before = await lockMatching(within, id)
      // A matching with an unreleased placement is not `offered`: its offer is settled by a restore, or ends with the
      // release.
      if (before?.matching.state === 'offered') await removeClosedTimes(within, before)
    })
  const { rows: pending } = await context.database.execute<{ event: string; id: string }>(sql`
    SELECT event.id AS event, met.id FROM matching_events AS event JOIN matchings AS met ON met.id = event.matching_id
    WHERE met.fair_id = ${fairId} AND event.untold ORDER BY event.seq`)
  for (const { event, id } of pending) await mailFairChange(context, event, id)
  await sendFairNotices(context, fairId)
}
