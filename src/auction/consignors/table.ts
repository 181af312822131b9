import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, recordColumns } from '#kit/db/columns.ts'

export const auctionConsignors = pgTable('auction_consignors', {
  ...recordColumns(),
  name: text('name').notNull(),
  email: text('email'),
  phone: text('phone'),
  /** Hundredths of a percent of the hammer price. */
  commission: integer('commission').notNull().default(1000),
  /** Encrypted bank account for the payout: hammer price less commission. */
  sealed: bytea('sealed'),
  note: text('note').notNull().default(''),
})
export type ConsignorRow = typeof auctionConsignors.$inferSelect
