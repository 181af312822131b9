import { sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { fairSlots } from '#match/fairs/table.ts'
import { lockMatching } from './service.ts'
import { loseTimes } from './service-meetings.ts'
import type { EventTime } from './table.ts'

/** Offered times of a matching whose slot the fair does not have any more; they are taken out of the offer. */
const dropClosed = async (within: Context, id: string): Promise<EventTime[]> => {
  const { rows } = await within.database.execute<{ starts_at: Date; ends_at: Date; way: EventTime['way'] }>(sql`
    DELETE FROM matching_picks AS pick USING ${fairSlots} AS slot
    WHERE pick.matching_id = ${id} AND slot.id = pick.slot_id AND slot.closed
    RETURNING slot.starts_at, slot.ends_at, pick.way`)
  return rows.map(({ starts_at, ends_at, way }) => ({
    startAt: new Date(starts_at).toISOString(),
    endAt: new Date(ends_at).toISOString(),
    way,
  }))
}

/**
 * Job after a change of a fair's grid: times that it does not have any more are taken out of offers, and both sides are told
 * what is left. Meetings stay, marked, until the operator has moved them.
 */
export const settleFair = async (context: Context, fairId: string): Promise<void> => {
  const { rows } = await context.database.execute<{ id: string }>(sql`
    SELECT DISTINCT pick.matching_id AS id FROM matching_picks AS pick JOIN fair_slots AS slot ON slot.id = pick.slot_id
    WHERE pick.fair_id = ${fairId} AND slot.closed ORDER BY 1`)
  for (const { id } of rows)
    await context.transaction(async (within) => {
      const before = await lockMatching(within, id, false)
      const times = await dropClosed(within, id)
      if (before?.matching.state !== 'offered' || times.length === 0) return
      await loseTimes(within, before, times)
    })
}
