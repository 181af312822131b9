import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '#kit/server/context.ts'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import type { fairs as contract } from '../contract.ts'

type Grid = z.input<typeof contract.grid.answer>

/**
 * Returns the slots of a setup by day, using the same database function (`generate_slot_grid`) that creates the slots of a fair.
 */
export const previewSlotGrid = async (
  context: Context,
  { sessions, breaks, slotMinutes, tables }: z.output<typeof contract.grid.body>,
): Promise<Grid> => {
  const { rows } = await context.database.execute<{ starts_at: Date; ends_at: Date }>(sql`
    SELECT starts_at, ends_at
    FROM generate_slot_grid(${JSON.stringify(sessions)}::jsonb, ${JSON.stringify(breaks)}::jsonb, ${slotMinutes}::int)
    ORDER BY starts_at`)
  const days = new Map<string, { startAt: string; endAt: string }[]>()
  for (const { starts_at, ends_at } of rows) {
    const { day } = seoulDayOf(new Date(starts_at).getTime())
    const slot = { startAt: new Date(starts_at).toISOString(), endAt: new Date(ends_at).toISOString() }
    days.set(day, [...(days.get(day) ?? []), slot])
  }
  return {
    days: [...days].map(([day, slots]) => ({ day, slots, seats: slots.length * tables })),
    slots: rows.length,
    seats: rows.length * tables,
  }
}
