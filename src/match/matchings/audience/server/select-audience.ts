import { sql } from 'drizzle-orm'
import type { AudienceKind } from '#kit/module/module.ts'
import { AudienceFilter } from '../contract.ts'

/** Message audience: the participants of a fair that match all conditions of a filter. */
export const fairAudience: AudienceKind = {
  scope: 'console:fairs:read',
  accounts(filter) {
    const { fair, role, state, leastMeetings, mostMeetings, day, times, locale } = AudienceFilter.parse(filter)
    const onDay = day ? sql`AND (m.starts_at AT TIME ZONE 'Asia/Seoul')::date = ${day}::date` : sql``
    // Count what the companies see, or a message would reveal an unreleased plan.
    const meetings = sql`(
      SELECT count(*) FROM (
        SELECT met.fair_id, met.seller_id, met.buyer_id,
          CASE WHEN kept.matching_id IS NULL THEN met.state ELSE kept.state END AS state,
          CASE WHEN kept.matching_id IS NULL THEN met.starts_at ELSE kept.starts_at END AS starts_at
        FROM matchings AS met LEFT JOIN withheld_matchings AS kept
          ON kept.matching_id = met.id) AS m
      WHERE m.fair_id = a.fair_id AND m.state IN ('confirmed', 'held')
        AND (m.seller_id = p.id OR m.buyer_id = p.id) ${onDay})`
    // A day without counts selects participants with at least one meeting on it.
    const least = leastMeetings ?? (day && mostMeetings === undefined ? 1 : undefined)
    return sql`
      SELECT p.user_id FROM participations a
      JOIN match_profiles p ON p.id = a.profile_id JOIN users u ON u.id = p.user_id
      WHERE a.fair_id = ${fair}
        ${role ? sql`AND p.role = ${role}` : sql``}
        ${state ? sql`AND a.state = ${state}` : sql``}
        ${locale ? sql`AND u.locale = ${locale}` : sql``}
        ${least === undefined ? sql`` : sql`AND ${meetings} >= ${least}`}
        ${mostMeetings === undefined ? sql`` : sql`AND ${meetings} <= ${mostMeetings}`}
        ${
          times === 'none'
            ? sql`AND p.role = 'buyer' AND NOT EXISTS (
                SELECT FROM free_times t WHERE t.fair_id = a.fair_id AND t.buyer_id = p.id AND NOT t.withdrawn)`
            : sql``
        }`
  },
}
