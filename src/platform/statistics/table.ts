import { bigint, date, pgTable, text } from 'drizzle-orm/pg-core'

/** Counts by day of Seoul: numbers alone, nothing of who was counted. */
export const dailyFigures = pgTable('daily_figures', {
  day: date('day').notNull(),
  figure: text('figure').$type<'visits'>().notNull(),
  count: bigint('count', { mode: 'number' }).notNull(),
})
