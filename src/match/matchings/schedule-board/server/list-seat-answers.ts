import { sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import type { Way } from '#match/participants/contract.ts'
import { requireMatching } from '../../server/present-console-matching.ts'
import type { SeatAnswer } from '../contract.ts'

interface SlotRow {
  [column: string]: unknown
  id: string
  starts_at: Date
  closed: boolean
  way: Way | null
  seller: string | null
  buyer: string | null
  places: number[]
}

/**
 * Returns for each slot of a period whether the matching can be placed in it, under the same conditions as
 * `placeMeeting`.
 */
export const listSeatAnswers = async (
  context: Context,
  id: string,
  { since, until }: { since: string; until: string },
): Promise<SeatAnswer[]> => {
  const { matching, fair, seller, buyer } = await requireMatching(context, id)
  const selectClash = (companyId: string) => sql`(
    SELECT coalesce(nullif(other.names ->> ${context.locale}, ''), company.name) FROM match_bookings AS booking
    JOIN matchings AS met ON met.id = booking.matching_id
    JOIN match_profiles AS other ON other.id IN (met.seller_id, met.buyer_id) AND other.company_id <> ${companyId}
    JOIN companies AS company ON company.id = other.company_id
    WHERE booking.company_id = ${companyId} AND booking.matching_id <> ${id}
      AND booking.during && tstzrange(slot.starts_at, slot.ends_at) LIMIT 1)`
  const { rows } = await context.database.execute<SlotRow>(sql`
    SELECT slot.id, slot.starts_at, slot.closed, given.way,
      ${selectClash(seller.companyId)} AS seller, ${selectClash(buyer.companyId)} AS buyer,
      ARRAY(SELECT place.number FROM fair_places AS place
        WHERE place.fair_id = slot.fair_id AND place.way = given.way AND NOT place.closed
          AND NOT EXISTS (SELECT FROM matchings AS taken WHERE taken.fair_id = place.fair_id AND taken.way = place.way
            AND taken.place = place.number AND taken.id <> ${id}
            AND tstzrange(taken.starts_at, taken.ends_at) && tstzrange(slot.starts_at, slot.ends_at))
        ORDER BY place.number) AS places
    FROM fair_slots AS slot
      LEFT JOIN free_times AS given ON given.slot_id = slot.id AND given.buyer_id = ${buyer.id} AND NOT given.withdrawn
    WHERE slot.fair_id = ${fair.id} AND slot.starts_at >= ${since}::timestamptz AND slot.starts_at < ${until}::timestamptz
    ORDER BY slot.starts_at`)
  const now = context.now().getTime()
  const answerOf = (row: SlotRow): SeatAnswer['answer'] => {
    if (row.closed) return 'closed'
    if (row.id === matching.slotId) return 'here'
    if (new Date(row.starts_at).getTime() <= now) return 'past'
    if (row.seller !== null) return 'seller'
    if (row.buyer !== null) return 'buyer'
    if (row.way === null) return 'outside'
    return row.places.length === 0 ? 'no_place' : 'free'
  }
  return rows.map((row) => {
    const answer = answerOf(row)
    const isOwnFree = row.way === matching.way && matching.place !== null && row.places.includes(matching.place)
    return {
      slot: row.id,
      answer,
      way: row.way,
      place: isOwnFree ? matching.place : (row.places[0] ?? null),
      places: answer === 'free' || answer === 'here' ? row.places : [],
      other: row.seller ?? row.buyer,
    }
  })
}
