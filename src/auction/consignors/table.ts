import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, recordColumns } from '#kit/db/columns.ts'

/** Who brings works to an auction. */
export const auctionConsignors = pgTable('auction_consignors', {
  ...recordColumns(),
  name: text('name').notNull(),
  email: text('email'),
  phone: text('phone'),
  /** Hundredths of a percent of the hammer price. */
  commission: integer('commission').notNull().default(1000),
  /** Where the hammer price less the commission goes, encrypted. */
  sealed: bytea('sealed'),
  note: text('note').notNull().default(''),
})
export type ConsignorRow = typeof auctionConsignors.$inferSelect
