import { sql } from 'drizzle-orm'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import type { SlotRow } from '#match/fairs/table.ts'
import type { ProfileRow } from '#match/participants/table.ts'

interface FittingSellers {
  _id: string
  name: string
  /** Start and end in ms since the epoch. */
  busy: readonly (readonly [number, number])[]
}

/**
 * Returns the sellers of a fair in the buyer's fields of interest (all sellers for a buyer without interests), with the
 * times at which each is busy as its companies see them. One statement, whatever the number of slots; it does not read
 * whom they meet.
 */
export const findFittingSellers = async (
  context: Context,
  fairId: string,
  buyer: ProfileRow,
): Promise<FittingSellers[]> => {
  const { rows } = await context.database.execute<{
    id: string
    names: object
    company: string
    busy: [number, number][] | null
  }>(sql`
    SELECT seller.id, seller.names, company.name AS company, (
        SELECT json_agg(json_build_array(extract(epoch FROM lower(booking.during)) * 1000, extract(epoch FROM upper(booking.during)) * 1000))
        FROM (
          SELECT told.during FROM match_bookings AS told
          WHERE told.company_id = seller.company_id AND NOT EXISTS (SELECT FROM withheld_matchings AS kept
            WHERE kept.matching_id = told.matching_id)
          UNION ALL
          SELECT tstzrange(kept.starts_at, kept.ends_at) FROM withheld_matchings AS kept
            JOIN matchings AS met ON met.id = kept.matching_id
            JOIN match_profiles AS own ON own.id IN (met.seller_id, met.buyer_id) AND own.company_id = seller.company_id
          WHERE kept.slot_id IS NOT NULL) AS booking
        WHERE booking.during && (
          SELECT tstzrange(min(starts_at), max(ends_at)) FROM fair_slots WHERE fair_id = ${fairId})) AS busy
    FROM participations AS part JOIN match_profiles AS seller ON seller.id = part.profile_id
      JOIN companies AS company ON company.id = seller.company_id
    WHERE part.fair_id = ${fairId} AND part.state = 'approved' AND seller.role = 'seller'
      AND seller.company_id <> ${buyer.companyId}
      AND (${buyer.interests.length === 0} OR seller.categories && ${sql.param(buyer.interests)}::text[])
    ORDER BY company.name, seller.id`)
  return rows.map(({ id, names, company, busy }) => ({
    _id: id,
    name: textIn(context.locale, { ...names, ko: company }),
    busy: busy ?? [],
  }))
}

/** Returns the indexes of the slots that overlap one of the spans. */
export const listBusySlots = (spans: FittingSellers['busy'], slots: readonly SlotRow[]): number[] =>
  slots.flatMap(({ startsAt, endsAt }, position) =>
    spans.some(([from, to]) => startsAt.getTime() < to && from < endsAt.getTime()) ? [position] : [],
  )
