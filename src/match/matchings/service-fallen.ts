import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '#kit/server/context.ts'
import { fairSlots } from '#match/fairs/table.ts'
import type { Way } from '#match/participants/contract.ts'
import type { board } from './contract-board.ts'
import { lockMatching } from './service.ts'
import { fairOfDesk } from './service-board.ts'
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

type Laid = z.output<typeof board.falls.body>
type Falls = z.input<typeof board.falls.answer>

/** What a change of a fair's grid and places would leave without a slot or a place, before it is made. */
export const readFalls = async (context: Context, fairId: string, laid: Laid): Promise<Falls> => {
  await fairOfDesk(context, fairId)
  const { sessions, breaks, slotMinutes, tables, rooms } = laid
  const grid = sql`fair_grid(${JSON.stringify(sessions)}::jsonb, ${JSON.stringify(breaks)}::jsonb, ${slotMinutes}::int)`
  const kept = (slot: SQL) =>
    sql`EXISTS (SELECT FROM grid WHERE grid.starts_at = ${slot}.starts_at AND grid.ends_at = ${slot}.ends_at)`
  const { rows } = await context.database.execute<{
    id: string
    seller: string
    buyer: string
    starts_at: Date
    way: Way
    place: number
    changed: 'slot' | 'place'
    total: number
  }>(sql`
    WITH grid AS (SELECT * FROM ${grid})
    SELECT met.id, sells.name AS seller, buys.name AS buyer, met.starts_at, met.way, met.place,
      CASE WHEN ${kept(sql`met`)} THEN 'place' ELSE 'slot' END AS changed, count(*) OVER ()::int AS total
    FROM matchings AS met
      JOIN match_profiles AS seller ON seller.id = met.seller_id JOIN companies AS sells ON sells.id = seller.company_id
      JOIN match_profiles AS buyer ON buyer.id = met.buyer_id JOIN companies AS buys ON buys.id = buyer.company_id
    WHERE met.fair_id = ${fairId} AND met.state = 'confirmed'
      AND (NOT ${kept(sql`met`)} OR met.place > CASE met.way WHEN 'offline' THEN ${tables}::int ELSE ${rooms}::int END)
    ORDER BY met.starts_at, met.id LIMIT 50`)
  const { rows: counted } = await context.database.execute<{ offers: number }>(sql`
    WITH grid AS (SELECT * FROM ${grid})
    SELECT count(*)::int AS offers FROM matching_picks AS pick JOIN fair_slots AS slot ON slot.id = pick.slot_id
      JOIN matchings ON matchings.id = pick.matching_id AND matchings.state = 'offered'
    WHERE pick.fair_id = ${fairId} AND NOT ${kept(sql`slot`)}`)
  return {
    meetings: rows.map(({ id, seller, buyer, starts_at, way, place, changed }) => ({
      _id: id,
      seller,
      buyer,
      startAt: new Date(starts_at).toISOString(),
      way,
      place,
      changed,
    })),
    total: rows[0]?.total ?? 0,
    offers: counted[0]?.offers ?? 0,
  }
}
