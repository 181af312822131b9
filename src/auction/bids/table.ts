import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment } from '#kit/db/columns.ts'
import type { BidKind, BidRefusal } from './rules.ts'
import type { StaffChannel } from './staff-bids/contract.ts'

/** Bid history of the lots; the database rejects changes to a row. */
export const auctionBids = pgTable('auction_bids', {
  id: uuid('id').primaryKey(),
  workId: uuid('work_id').notNull(),
  seq: integer('seq').notNull(),
  bidder: integer('bidder').notNull(),
  userId: uuid('user_id'),
  kind: text('kind').$type<BidKind | 'automatic' | 'void'>().notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  price: bigint('price', { mode: 'number' }).notNull(),
  leader: integer('leader').notNull(),
  endsAt: moment('ends_at').notNull(),
  at: moment('at').notNull(),
  key: text('key'),
  nonce: bytea('nonce').notNull(),
  previous: bytea('previous').notNull(),
  hash: bytea('hash').notNull(),
})
export type BidRow = typeof auctionBids.$inferSelect

/** How bids that staff entered reached the house. */
export const auctionStaffBids = pgTable('auction_staff_bids', {
  bidId: uuid('bid_id').primaryKey(),
  channel: text('channel').$type<StaffChannel>().notNull(),
  paddle: integer('paddle').notNull(),
  enteredBy: uuid('entered_by'),
})

export const auctionRefusals = pgTable('auction_refusals', {
  id: uuid('id').primaryKey(),
  workId: uuid('work_id').notNull(),
  userId: uuid('user_id'),
  kind: text('kind').$type<BidKind>().notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  reason: text('reason').$type<BidRefusal>().notNull(),
  at: moment('at').notNull(),
})
