import { sql } from 'drizzle-orm'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import type { FairRow } from '#match/fairs/table.ts'
import type { Role, Way } from '#match/participants/contract.ts'
import type { Badge, CheckInData } from '../contract.ts'

/** Days on which a fair has slots; without slots, every day from its start to its end. */
export const listFairDays = async (context: Context, fair: FairRow): Promise<string[]> => {
  const { rows } = await context.database.execute<{ day: string }>(sql`
    SELECT DISTINCT to_char(starts_at AT TIME ZONE 'Asia/Seoul', 'YYYY-MM-DD') AS day FROM fair_slots
    WHERE fair_id = ${fair.id} AND NOT closed
    UNION SELECT to_char(one, 'YYYY-MM-DD') FROM generate_series(
      (${fair.startsAt.toISOString()}::timestamptz AT TIME ZONE 'Asia/Seoul')::date,
      (${fair.endsAt.toISOString()}::timestamptz AT TIME ZONE 'Asia/Seoul')::date, interval '1 day') AS one
    WHERE NOT EXISTS (SELECT FROM fair_slots WHERE fair_id = ${fair.id} AND NOT closed)
    ORDER BY 1`)
  return rows.map(({ day }) => day)
}

interface BadgeRow {
  [column: string]: unknown
  id: string
  profile: string
  code: string
  names: object
  company: string
  contact_name: string
  country: string
  role: Role
  arrivals: { day: string; at: string }[]
}

/**
 * Returns the confirmed meetings of a fair by profile, in order, as the companies see them (unreleased changes hidden),
 * so that staff at the entrance can answer questions.
 */
const findMeetings = async (context: Context, fairId: string): Promise<Map<string, Badge['meetings']>> => {
  const { rows } = await context.database.execute<{
    profile: string
    starts_at: Date
    names: object
    company: string
    way: Way
    place: number
  }>(sql`
    SELECT profile.id AS profile, visible.starts_at, other.names, company.name AS company, visible.way, visible.place
    FROM matchings AS matching
      LEFT JOIN withheld_matchings AS withheld ON withheld.matching_id = matching.id
      CROSS JOIN LATERAL (
        SELECT matching.state, matching.starts_at, matching.way, matching.place WHERE withheld.matching_id IS NULL
        UNION ALL SELECT withheld.state, withheld.starts_at, withheld.way, withheld.place
        WHERE withheld.matching_id IS NOT NULL) AS visible
      JOIN match_profiles AS profile ON profile.id IN (matching.seller_id, matching.buyer_id)
      JOIN match_profiles AS other ON other.id IN (matching.seller_id, matching.buyer_id) AND other.id <> profile.id
      JOIN companies AS company ON company.id = other.company_id
    WHERE matching.fair_id = ${fairId} AND visible.state = 'confirmed' ORDER BY visible.starts_at`)
  const meetings = new Map<string, Badge['meetings']>()
  for (const { profile, starts_at, names, company, way, place } of rows)
    meetings.set(profile, [
      ...(meetings.get(profile) ?? []),
      {
        startAt: new Date(starts_at).toISOString(),
        company: textIn(context.locale, { ...names, ko: company }),
        way,
        place,
      },
    ])
  return meetings
}

/** Loads the badges of a fair with their check-ins and meetings, for a check-in device. */
export const loadCheckInData = async (context: Context, fair: FairRow): Promise<CheckInData> => {
  const [days, meetings, { rows }] = await Promise.all([
    listFairDays(context, fair),
    findMeetings(context, fair.id),
    context.database.execute<BadgeRow>(sql`
      SELECT part.id, profile.id AS profile, badge.code, profile.names, company.name AS company, profile.contact_name,
        profile.country, profile.role,
        coalesce((SELECT jsonb_agg(jsonb_build_object('day', to_char(arrival.day, 'YYYY-MM-DD'), 'at', arrival.at) ORDER BY arrival.day)
          FROM fair_checkins AS arrival WHERE arrival.participation_id = part.id), '[]') AS arrivals
      FROM participations AS part JOIN fair_badges AS badge ON badge.participation_id = part.id
        JOIN match_profiles AS profile ON profile.id = part.profile_id
        JOIN companies AS company ON company.id = profile.company_id
      WHERE part.fair_id = ${fair.id} AND part.state = 'approved' ORDER BY company.name, part.id`),
  ])
  return {
    fair: { _id: fair.id, title: textIn(context.locale, fair.title) },
    days,
    badges: rows.map(({ id, profile, code, names, company, contact_name, country, role, arrivals }) => ({
      _id: id,
      code,
      company: textIn(context.locale, { ...names, ko: company }),
      name: contact_name,
      country,
      role,
      arrivals: arrivals.map(({ day, at }) => ({ day, at: new Date(at).toISOString() })),
      meetings: meetings.get(profile) ?? [],
    })),
  }
}
