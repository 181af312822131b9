import { bigint, date, pgTable, text } from 'drizzle-orm/pg-core'

/** Counts by day in Seoul; contains no personal data. */
export const dailyFigures = pgTable('daily_figures', {
  day: date('day').notNull(),
  figure: text('figure').$type<'visits'>().notNull(),
  count: bigint('count', { mode: 'number' }).notNull(),
})
