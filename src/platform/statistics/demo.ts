import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { dailyFigures } from './table.ts'

/** Visits of the demonstration's last four weeks, oldest first: fewer on weekends, not random. */
const visits = [
  ...[402, 418, 391, 427, 436, 188, 171, 409, 431, 440, 422, 415, 204, 182],
  ...[398, 446, 452, 433, 427, 211, 190, 421, 439, 457, 448, 430, 207],
]

export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (!isDemo) return
  const now = context.now().getTime()
  const rows = visits.map((count, index) => ({
    day: seoulDayOf(now - (visits.length - index) * 24 * 3_600_000).day,
    figure: 'visits' as const,
    count,
  }))
  await context.database.insert(dailyFigures).values(rows)
}
