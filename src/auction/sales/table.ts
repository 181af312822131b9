import { sql } from 'drizzle-orm'
import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment, recordColumns } from '#kit/db/columns.ts'
import type { SaleState } from './rules.ts'

const wonColumn = (name: string) => bigint(name, { mode: 'number' }).notNull()

export const auctionSales = pgTable('auction_sales', {
  ...recordColumns(),
  /** Assigned by the database. */
  number: integer('number').notNull().generatedByDefaultAsIdentity(),
  workId: uuid('work_id').notNull(),
  userId: uuid('user_id'),
  bidder: integer('bidder').notNull(),
  hammer: wonColumn('hammer'),
  premium: wonColumn('premium'),
  vat: wonColumn('vat'),
  total: wonColumn('total'),
  state: text('state').$type<SaleState>().notNull(),
  payUntil: moment('pay_until').notNull(),
  offerUntil: moment('offer_until'),
  voidReason: text('void_reason').notNull().default(''),
  paidAt: moment('paid_at'),
  paymentNote: text('payment_note').notNull().default(''),
  pickupAt: moment('pickup_at'),
  collectedAt: moment('collected_at'),
  code: text('code').notNull().default(sql`''`),
  consignorId: uuid('consignor_id'),
  /** Hundredths of a percent of the hammer price, fixed at the time of the sale. */
  commissionRate: integer('commission_rate'),
  /** When the consignor was paid. */
  settledAt: moment('settled_at'),
  wonMailAt: moment('won_mail_at'),
  mails: integer('mails').notNull().default(0),
})
export type SaleRow = typeof auctionSales.$inferSelect
