import { sql } from 'drizzle-orm'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import type { MatchingState } from '../../rules.ts'
import type { WaitingRequest } from '../contract.ts'
import { findConsoleFair } from './read-board.ts'

interface WaitingRow {
  [column: string]: unknown
  id: string
  created_at: Date
  updated_at: Date
  state: MatchingState
  seller: string
  seller_names: object
  buyer: string
  buyer_names: object
  common: number
}

/** Returns a page of requests without a time, longest waiting first. */
export const readWaiting = async (
  context: Context,
  fairId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ requests: WaitingRequest[]; total: number; page: number; limit: number }> => {
  await findConsoleFair(context, fairId)
  const now = sql`${context.now().toISOString()}::timestamptz`
  const waits = sql`FROM matchings WHERE matchings.fair_id = ${fairId} AND matchings.state IN ('requested', 'expired')`
  const { rows } = await context.database.execute<WaitingRow>(sql`
    WITH waiting AS (SELECT * ${waits} ORDER BY created_at, id LIMIT ${limit} OFFSET ${(page - 1) * limit})
    SELECT waiting.id, waiting.created_at, waiting.updated_at, waiting.state,
      sells.name AS seller, seller.names AS seller_names, buys.name AS buyer, buyer.names AS buyer_names,
      (SELECT count(*)::int FROM free_times AS given JOIN fair_slots AS slot ON slot.id = given.slot_id
        WHERE given.fair_id = waiting.fair_id AND given.buyer_id = waiting.buyer_id AND NOT given.withdrawn
          AND NOT slot.closed AND slot.starts_at > ${now}
          AND NOT EXISTS (SELECT FROM match_bookings AS booking
            WHERE booking.company_id IN (seller.company_id, buyer.company_id)
              AND booking.during && tstzrange(slot.starts_at, slot.ends_at))
          AND EXISTS (SELECT FROM fair_places AS place WHERE place.fair_id = given.fair_id AND place.way = given.way
            AND NOT place.closed AND NOT EXISTS (SELECT FROM matchings AS taken
              WHERE taken.slot_id = slot.id AND taken.way = place.way AND taken.place = place.number))) AS common
    FROM waiting JOIN match_profiles AS seller ON seller.id = waiting.seller_id
      JOIN companies AS sells ON sells.id = seller.company_id
      JOIN match_profiles AS buyer ON buyer.id = waiting.buyer_id JOIN companies AS buys ON buys.id = buyer.company_id
    ORDER BY waiting.created_at, waiting.id`)
  const { rows: counted } = await context.database.execute<{ total: number }>(
    sql`SELECT count(*)::int AS total ${waits}`,
  )
  return {
    requests: rows.map((row) => ({
      _id: row.id,
      createdAt: new Date(row.created_at).toISOString(),
      updatedAt: new Date(row.updated_at).toISOString(),
      state: row.state,
      seller: textIn(context.locale, { ...row.seller_names, ko: row.seller }),
      buyer: textIn(context.locale, { ...row.buyer_names, ko: row.buyer }),
      common: row.common,
    })),
    total: counted[0]?.total ?? 0,
    page,
    limit,
  }
}
