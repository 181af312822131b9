import { sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import type { FairRow } from '#match/fairs/table.ts'
import { type CheckInResult, clockTolerance } from '../rules.ts'

/**
 * Records a check-in in one statement, which requires an approved participation and a day of the fair. If the badge was
 * already checked in that day, the earlier time is kept.
 */
export const recordCheckIn = async (
  within: Context,
  fair: FairRow,
  days: readonly string[],
  { code, at }: { code: string; at: string },
): Promise<{ result: CheckInResult; since: string | null }> => {
  const moment = new Date(Math.min(Date.parse(at), within.now().getTime() + clockTolerance)).toISOString()
  const { day } = seoulDayOf(Date.parse(moment))
  const { rows } = await within.database.execute<{ inserted: boolean; at: Date }>(sql`
    INSERT INTO fair_checkins AS earlier (participation_id, day, at, by_id)
    SELECT part.id, ${day}::date, ${moment}::timestamptz, ${within.principal.userId}::uuid
    FROM fair_badges AS badge JOIN participations AS part ON part.id = badge.participation_id
    WHERE badge.code = ${code} AND part.fair_id = ${fair.id} AND part.state = 'approved'
      AND ${day} = ANY (${sql.param([...days])}::text[])
    ON CONFLICT (participation_id, day) DO UPDATE
      SET at = least(earlier.at, excluded.at),
        by_id = CASE WHEN excluded.at < earlier.at THEN excluded.by_id ELSE earlier.by_id END
    RETURNING xmax = 0 AS inserted, at`)
  const [row] = rows
  if (row) return { result: row.inserted ? 'in' : 'already', since: new Date(row.at).toISOString() }
  const { rows: badges } = await within.database.execute<{ isOfFair: boolean }>(sql`
    SELECT part.fair_id = ${fair.id} AS "isOfFair"
    FROM fair_badges AS badge JOIN participations AS part ON part.id = badge.participation_id
    WHERE badge.code = ${code} AND part.state = 'approved'`)
  const [badge] = badges
  return { result: !badge ? 'unknown' : badge.isOfFair ? 'wrong_day' : 'other_fair', since: null }
}
