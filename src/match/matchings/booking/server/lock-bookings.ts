import { sql } from 'drizzle-orm'
import { sqlState, violatedField } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'

/** Serializes bookings of one slot, so that they choose places one after the other. Held until the transaction ends. */
export const lockSlot = (within: Context, slotId: string) =>
  within.database.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${slotId}, 0))`)

/**
 * Serializes offers and bookings of the two companies of a matching across all fairs: a booked time is removed from
 * every offer, and none is offered meanwhile. Lock order: slot, companies, matching.
 */
export const lockCompanies = (within: Context, matchingId: string) =>
  within.database.execute(sql`
    SELECT pg_advisory_xact_lock(hashtextextended(company_id::text, 1)) FROM (
      SELECT DISTINCT profile.company_id FROM matchings
        JOIN match_profiles AS profile ON profile.id IN (matchings.seller_id, matchings.buyer_id)
      WHERE matchings.id = ${matchingId} ORDER BY profile.company_id) AS companies`)

/** Maps a constraint violation to the refusal code for the caller. */
const toRefusalCode = (error: unknown): string | null => {
  const state = sqlState(error)
  // Exclusion constraint: the place is taken, or one of the two companies has another meeting.
  if (state === '23P01') return violatedField(error) === 'seated' ? 'matching_no_place' : 'matching_taken'
  // Check: no free place was found. Unique index: another booking took it concurrently.
  if (state === '23514' || state === '23505') return 'matching_no_place'
  if (state === '23503') return violatedField(error) === 'place' ? 'matching_no_place' : 'matching_outside'
  return null
}

/** Runs a booking and turns constraint violations into `conflict` with a field. */
export const withBookingErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const meaning = toRefusalCode(error)
    if (meaning) throw new AppError('conflict', { fields: { slot: meaning } })
    throw error
  }
}
