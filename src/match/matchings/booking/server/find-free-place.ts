import { sql } from 'drizzle-orm'
import type { FoundMatching } from '../../server/find-matchings.ts'

/**
 * SQL condition: one of the two companies still sees another meeting at `slot` that the operator has moved without
 * releasing it.
 */
export const seesOtherMeeting = ({ matching, seller, buyer }: FoundMatching) => sql`EXISTS (
  SELECT FROM withheld_matchings AS kept JOIN matchings AS other ON other.id = kept.matching_id
    JOIN match_profiles AS profile ON profile.id IN (other.seller_id, other.buyer_id)
  WHERE kept.matching_id <> ${matching.id}
    AND profile.company_id IN (${seller.companyId}, ${buyer.companyId})
    AND tstzrange(kept.starts_at, kept.ends_at) && tstzrange(slot.starts_at, slot.ends_at) AND kept.slot_id IS NOT NULL)`

/**
 * SQL condition: two companies still see their meeting at `place` at the time of `slot`, although the operator has
 * moved it.
 */
export const isSeenAsTaken = sql`EXISTS (SELECT FROM withheld_matchings AS kept
  WHERE kept.fair_id = place.fair_id AND kept.way = place.way AND kept.place = place.number
    AND tstzrange(kept.starts_at, kept.ends_at) && tstzrange(slot.starts_at, slot.ends_at))`

/**
 * SQL: the lowest free place at `slot`, for a statement that books `matchings` in the way of `pick`.
 * `isAnnounced`: both sides are notified immediately, so places that two other companies still see as theirs are excluded.
 */
export const selectLowestFreePlace = (isAnnounced: boolean) => sql`(SELECT min(place.number) FROM fair_places AS place
  WHERE place.fair_id = matchings.fair_id AND place.way = pick.way AND NOT place.closed AND NOT EXISTS (
    SELECT FROM matchings AS taken WHERE taken.fair_id = place.fair_id AND taken.way = place.way AND taken.place = place.number
      AND tstzrange(taken.starts_at, taken.ends_at) && tstzrange(slot.starts_at, slot.ends_at))
    ${isAnnounced ? sql`AND NOT ${isSeenAsTaken}` : sql``})`
