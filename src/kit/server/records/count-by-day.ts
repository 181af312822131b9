import { type SQL, sql } from 'drizzle-orm'
import type { DeskDay } from '../../module/desk.ts'
import { seoulMoments } from '../../time/seoul-day.ts'
import type { Context } from '../context.ts'

/** Counts a table's rows per day (Seoul time) of a period; days without rows are omitted. */
export const countByDay = async (
  context: Context,
  { from: table, at, where = sql`true` }: { from: SQL; at: SQL; where?: SQL },
  period: { from: string; to: string },
): Promise<DeskDay[]> => {
  const { since, until } = seoulMoments(period)
  const { rows } = await context.database.execute<{ day: string; count: number }>(sql`
    SELECT to_char(${at} AT TIME ZONE 'Asia/Seoul', 'YYYY-MM-DD') AS day, count(*)::int AS count FROM ${table}
    WHERE ${at} >= ${since}::timestamptz AND ${at} < ${until}::timestamptz AND ${where} GROUP BY 1 ORDER BY 1`)
  return rows
}
