import { sql } from 'drizzle-orm'
import { date, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#kit/db/columns.ts'

/** Badge of a participation; created by a trigger. */
export const fairBadges = pgTable('fair_badges', {
  participationId: uuid('participation_id').primaryKey(),
  code: text('code').notNull().default(sql`''`),
})

/** First check-in of a participation on a day. */
export const fairCheckins = pgTable('fair_checkins', {
  participationId: uuid('participation_id').notNull(),
  day: date('day').notNull(),
  at: moment('at').notNull(),
  byId: uuid('by_id'),
})
