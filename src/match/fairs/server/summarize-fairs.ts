import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import type { fairs as contract } from '../contract.ts'
import { fairPlaces, fairSlots, fairs } from '../table.ts'
import { isPublicFair } from './read-fairs.ts'

type Figures = z.input<typeof contract.figures.answer>

/** Returns the fair in progress with its tables, marking those taken in the current slot. */
const findRunningFair = async (context: Context): Promise<Figures['running']> => {
  const now = context.now()
  const [fair] = await context.database
    .select({ id: fairs.id, title: fairs.title, released: fairs.released })
    .from(fairs)
    .where(and(isPublicFair, eq(fairs.phase, 'ongoing')))
    .orderBy(asc(fairs.startsAt), asc(fairs.id))
    .limit(1)
  if (!fair) return null
  const [slot] = await context.database
    .select()
    .from(fairSlots)
    .where(and(eq(fairSlots.fairId, fair.id), eq(fairSlots.closed, false), gt(fairSlots.endsAt, now)))
    .orderBy(asc(fairSlots.startsAt))
    .limit(1)
  // The answer changes when this slot ends or the next one starts.
  if (slot) context.showUntil(slot.startsAt > now ? slot.startsAt : slot.endsAt)
  const isRunning = slot !== undefined && slot.startsAt <= now
  const { rows: takenPlaces } = await context.database.execute<{ place: number }>(sql`
    SELECT place FROM matchings
    WHERE slot_id = ${isRunning && fair.released ? slot.id : null}::uuid AND way = 'offline'`)
  const takenTables = new Set(takenPlaces.map(({ place }) => place))
  const places = await context.database
    .select({ number: fairPlaces.number })
    .from(fairPlaces)
    .where(and(eq(fairPlaces.fairId, fair.id), eq(fairPlaces.way, 'offline'), eq(fairPlaces.closed, false)))
    .orderBy(asc(fairPlaces.number))
  return {
    _id: fair.id,
    title: textIn(context.locale, fair.title),
    slot: isRunning ? { startAt: slot.startsAt.toISOString(), endAt: slot.endsAt.toISOString() } : null,
    tables: places.map(({ number }) => ({ number, taken: takenTables.has(number) })),
  }
}

/** Returns the totals over all public fairs; meetings of unreleased plans are excluded. */
export const summarizeFairs = async (context: Context): Promise<Figures> => {
  const { rows } = await context.database.execute<Omit<Figures, 'running' | 'heat'>>(sql`
    WITH shown AS (SELECT * FROM fairs WHERE ${isPublicFair}),
      companies AS (
        SELECT DISTINCT profile.id, profile.role, profile.country FROM participations AS part
        JOIN shown ON shown.id = part.fair_id JOIN match_profiles AS profile ON profile.id = part.profile_id
        WHERE part.state = 'approved')
    SELECT (SELECT count(*)::int FROM shown) AS fairs,
      (SELECT count(*)::int FROM companies WHERE role = 'seller') AS sellers,
      (SELECT count(*)::int FROM companies WHERE role = 'buyer') AS buyers,
      (SELECT count(DISTINCT country)::int FROM companies) AS countries,
      (SELECT count(*)::int FROM match_products AS product WHERE visible AND EXISTS (
        SELECT FROM fair_products AS entry JOIN shown ON shown.id = entry.fair_id
        JOIN participations AS part ON part.fair_id = entry.fair_id AND part.profile_id = entry.profile_id
        WHERE entry.product_id = product.id AND part.state = 'approved')) AS products,
      (SELECT count(*)::int FROM matchings JOIN shown ON shown.id = fair_id
        WHERE slot_id IS NOT NULL AND shown.released) AS meetings`)
  const { rows: heat } = await context.database.execute<Figures['heat'][number]>(sql`
    SELECT extract(isodow FROM matchings.starts_at AT TIME ZONE 'Asia/Seoul')::int AS weekday,
      extract(hour FROM matchings.starts_at AT TIME ZONE 'Asia/Seoul')::int AS hour, count(*)::int AS meetings
    FROM matchings JOIN fairs ON fairs.id = fair_id
    WHERE slot_id IS NOT NULL AND ${isPublicFair} AND fairs.released
    GROUP BY 1, 2 ORDER BY 1, 2`)
  const [row] = rows
  if (!row) throw new Error('A count always returns a row')
  return { ...row, running: await findRunningFair(context), heat }
}
