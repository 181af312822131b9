import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Localized } from '#kit/contract.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import type { Role } from '#match/participants/contract.ts'
import type { availability as contract } from '../contract.ts'

interface ScheduleRow extends Record<string, unknown> {
  id: string
  title: Localized
  phase: string
  startsAt: string | Date
  endsAt: string | Date
  role: z.output<typeof Role>
  timeZone: string
  freeTimes: number
  meetings: number
  nextAt: string | Date | null
}

/**
 * Returns a page of the fairs in which the caller's company takes part, in each of its roles. Meetings are counted as
 * the company sees them: an unreleased change of the operator does not show.
 */
export const listSchedules = async (
  context: Context,
  { page, limit }: { page: number; limit: number },
): Promise<z.input<typeof contract.schedulesOfFairs.answer>> => {
  const { userId } = context.principal
  const now = context.now().toISOString()
  const own = sql`match_profiles AS own
    JOIN participations AS part ON part.profile_id = own.id AND part.state = 'approved'
    JOIN fairs AS fair ON fair.id = part.fair_id AND fair.phase <> 'draft'`
  const ofCaller = sql`own.user_id = ${userId}`
  const [{ rows }, counted] = await Promise.all([
    context.database.execute<ScheduleRow>(sql`
    SELECT fair.id, fair.title, fair.phase, fair.starts_at AS "startsAt", fair.ends_at AS "endsAt", own.role,
      own.time_zone AS "timeZone",
      (SELECT count(*)::int FROM free_times AS given
        WHERE given.fair_id = fair.id AND given.buyer_id = own.id AND NOT given.withdrawn) AS "freeTimes",
      met.meetings, met.next AS "nextAt"
    FROM ${own}
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS meetings, min(seen.starts_at) FILTER (WHERE seen.starts_at > ${now}::timestamptz) AS next
      FROM (SELECT CASE WHEN kept.matching_id IS NULL THEN meeting.state ELSE kept.state END AS state,
          CASE WHEN kept.matching_id IS NULL THEN meeting.starts_at ELSE kept.starts_at END AS starts_at
        FROM matchings AS meeting LEFT JOIN withheld_matchings AS kept ON kept.matching_id = meeting.id
        WHERE meeting.fair_id = fair.id AND own.id IN (meeting.buyer_id, meeting.seller_id)) AS seen
      WHERE seen.state = 'confirmed') AS met
    WHERE ${ofCaller}
    ORDER BY fair.starts_at DESC, fair.id, own.role
    LIMIT ${limit} OFFSET ${(page - 1) * limit}`),
    context.database.execute<{ total: number }>(sql`SELECT count(*)::int AS total FROM ${own} WHERE ${ofCaller}`),
  ])
  return {
    schedules: rows.map(({ id, title, phase, startsAt, endsAt, nextAt, ...counts }) => ({
      ...counts,
      fair: {
        _id: id,
        title: textIn(context.locale, title),
        phase,
        startsAt: new Date(startsAt).toISOString(),
        endsAt: new Date(endsAt).toISOString(),
      },
      nextAt: nextAt && new Date(nextAt).toISOString(),
    })),
    total: counted.rows[0]?.total ?? 0,
    page,
    limit,
  }
}
