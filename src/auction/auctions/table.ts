import { bigint, boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Localized } from '#kit/contract.ts'
import { bytea, json, moment, recordColumns } from '#kit/db/columns.ts'
import type { DepositState, RegistrationMode, RegistrationState } from './rules.ts'

export interface Room {
  _id: string
  name: Localized & { ko: string }
  address: Localized
}

/** Amount in KRW and the house's bank account to pay it to. */
interface Deposit {
  amount: number
  bank: string
  number: string
  holder: string
}

export const auctionsTable = pgTable('auction_programs', {
  ...recordColumns(),
  title: json<Localized & { ko: string }>('title').notNull(),
  summary: json<Localized>('summary').notNull().default({}),
  terms: json<Localized>('terms').notNull().default({}),
  termsVersion: integer('terms_version').notNull().default(1),
  entry: text('entry').$type<RegistrationMode>().notNull().default('open'),
  deposit: json<Deposit>('deposit'),
  startsAt: moment('starts_at').notNull(),
  firstEnd: moment('first_end').notNull(),
  lotSeconds: integer('lot_seconds').notNull().default(180),
  increments: json<{ from: number; step: number }[]>('increments').notNull(),
  windowSeconds: integer('window_seconds').notNull().default(120),
  extensionSeconds: integer('extension_seconds').notNull().default(120),
  hardMinutes: integer('hard_minutes').notNull().default(30),
  premium: integer('premium').notNull().default(1500),
  offerDays: integer('offer_days').notNull().default(2),
  halls: json<Room[]>('halls').notNull().default([]),
  visible: boolean('visible').notNull().default(false),
  stoppedAt: moment('stopped_at'),
  stopReason: text('stop_reason').notNull().default(''),
  /** Until when the demonstration's robot bids. */
  robotUntil: moment('robot_until'),
  cancelledAt: moment('cancelled_at'),
  cancelReason: text('cancel_reason').notNull().default(''),
})
export type AuctionRow = typeof auctionsTable.$inferSelect

export const auctionRegistrations = pgTable('auction_entries', {
  ...recordColumns(),
  programId: uuid('program_id').notNull(),
  userId: uuid('user_id').notNull(),
  state: text('state').$type<RegistrationState>().notNull(),
  reason: text('reason').notNull().default(''),
  termsVersion: integer('terms_version').notNull(),
  acceptedAt: moment('accepted_at').notNull(),
  deposit: text('deposit').$type<DepositState>().notNull().default('none'),
  depositAmount: bigint('deposit_amount', { mode: 'number' }),
  depositNumber: integer('deposit_number'),
  depositDue: moment('deposit_due'),
  depositReason: text('deposit_reason').notNull().default(''),
  receivedAt: moment('received_at'),
  returnedAt: moment('returned_at'),
  /** Encrypted refund account; cleared when the deposit is refunded or refused. */
  sealed: bytea('sealed'),
  /** Number under which staff enter the bids of this bidder. */
  paddle: integer('paddle'),
})
export type RegistrationRow = typeof auctionRegistrations.$inferSelect
