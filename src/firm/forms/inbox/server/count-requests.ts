import { sql } from 'drizzle-orm'
import type { Module } from '#kit/module/module.ts'
import { countByDay } from '#kit/server/records/count-by-day.ts'

/** Counts the requests of each day of a period. */
export const countRequests: NonNullable<Module['counts']> = async (context, period) => ({
  'forms.received': await countByDay(context, { from: sql`form_requests`, at: sql`created_at` }, period),
})
