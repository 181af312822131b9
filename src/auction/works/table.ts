import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Localized } from '#kit/contract.ts'
import { bytea, json, moment, recordColumns } from '#kit/db/columns.ts'
import type { WorkState } from './rules.ts'

const wonColumn = (name: string) => bigint(name, { mode: 'number' })

export const auctionWorks = pgTable('auction_works', {
  ...recordColumns(),
  program: uuid('program_id').notNull(),
  consignor: uuid('consignor_id'),
  /** Hundredths of a percent of the hammer price; null uses the consignor's commission. */
  commission: integer('commission'),
  hall: uuid('hall_id'),
  author: uuid('author_id'),
  lot: integer('lot').notNull(),
  title: json<Localized & { ko: string }>('title').notNull(),
  medium: json<Localized>('medium').notNull().default({}),
  made: text('made').notNull().default(''),
  height: integer('height'),
  width: integer('width'),
  depth: integer('depth'),
  provenance: json<Localized>('provenance').notNull().default({}),
  note: json<Localized>('note').notNull().default({}),
  condition: json<Localized>('condition').notNull().default({}),
  pictures: json<string[]>('pictures').notNull().default([]),
  estimateLow: wonColumn('estimate_low'),
  estimateHigh: wonColumn('estimate_high'),
  startPrice: wonColumn('start_price').notNull(),
  reserve: wonColumn('reserve'),
  state: text('state').$type<WorkState>().notNull().default('draft'),
  dueAt: moment('due_at'),
  endsAt: moment('ends_at'),
  hardEnd: moment('hard_end'),
  price: wonColumn('price'),
  leader: integer('leader'),
  maximum: wonColumn('maximum'),
  bidders: integer('bidders').notNull().default(0),
  bids: integer('last_seq').notNull().default(0),
  lastHash: bytea('last_hash').notNull().default(Buffer.alloc(0)),
  closedAt: moment('closed_at'),
})
export type WorkRow = typeof auctionWorks.$inferSelect

/** Members to notify before a lot ends. */
export const auctionNotices = pgTable('auction_notices', {
  workId: uuid('work_id').notNull(),
  userId: uuid('user_id').notNull(),
  sentAt: moment('sent_at'),
})
