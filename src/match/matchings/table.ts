import { bigint, boolean, customType, date, integer, pgTable, pgView, text, uuid } from 'drizzle-orm/pg-core'
import { json, moment, recordColumns } from '#kit/db/columns.ts'
import type { FairNotice } from '#match/fairs/rules.ts'
import type { Way } from '#match/participants/contract.ts'
import type { MatchingState, ReminderKind, Side } from './rules.ts'

/** Times at which a buyer is available, and in which way. */
export const freeTimes = pgTable('free_times', {
  fairId: uuid('fair_id').notNull(),
  buyerId: uuid('buyer_id').notNull(),
  slotId: uuid('slot_id').notNull(),
  way: text('way').$type<Way>().notNull(),
  /** True if the buyer withdrew the time while an unreleased meeting occupies it. */
  withdrawn: boolean('withdrawn').notNull().default(false),
  /** Way in which the buyer now gives the time, while an unreleased meeting uses the other one. */
  wish: text('wish').$type<Way>(),
})

/** Unsaved draft of a buyer's free times; `times` is null once saved. */
export const freeTimeDrafts = pgTable('free_time_drafts', {
  fairId: uuid('fair_id').notNull(),
  buyerId: uuid('buyer_id').notNull(),
  times: json<{ slot: string; way: Way }[] | null>('times'),
  version: integer('version').notNull().default(1),
  updatedAt: moment('updated_at').notNull(),
})

export const matchings = pgTable('matchings', {
  ...recordColumns(),
  fairId: uuid('fair_id').notNull(),
  /** Profile ids. */
  sellerId: uuid('seller_id').notNull(),
  buyerId: uuid('buyer_id').notNull(),
  productId: uuid('product_id'),
  message: text('message').notNull().default(''),
  state: text('state').$type<MatchingState>().notNull().default('requested'),
  /** End of the hold on the offered times. */
  heldUntil: moment('held_until'),
  way: text('way').$type<Way>(),
  slotId: uuid('slot_id'),
  startsAt: moment('starts_at'),
  endsAt: moment('ends_at'),
  /** Number of the table, or of the online room. */
  place: integer('place'),
  agreed: text('agreed').notNull().default(''),
  sequence: integer('sequence').notNull().default(0),
})
export type MatchingRow = typeof matchings.$inferSelect

/**
 * Version of a matching that its companies still see while a change of the operator is unreleased. Once `released_at`
 * is set they see the matching itself; the row is deleted with the message that announces the change.
 */
export const matchingUnreleased = pgTable('matching_unreleased', {
  matchingId: uuid('matching_id').primaryKey(),
  fairId: uuid('fair_id').notNull(),
  state: text('state').$type<MatchingState>().notNull(),
  heldUntil: moment('held_until'),
  way: text('way').$type<Way>(),
  slotId: uuid('slot_id'),
  startsAt: moment('starts_at'),
  endsAt: moment('ends_at'),
  place: integer('place'),
  updatedAt: moment('updated_at').notNull(),
  releasedAt: moment('released_at'),
})

/** Rows of `matchingUnreleased` before their release: changes that the companies do not see yet. */
export const withheldMatchings = pgView('withheld_matchings', {
  matchingId: uuid('matching_id').notNull(),
  fairId: uuid('fair_id').notNull(),
  state: text('state').$type<MatchingState>().notNull(),
  heldUntil: moment('held_until'),
  way: text('way').$type<Way>(),
  slotId: uuid('slot_id'),
  startsAt: moment('starts_at'),
  endsAt: moment('ends_at'),
  place: integer('place'),
  updatedAt: moment('updated_at').notNull(),
}).existing()
export type WithheldRow = typeof withheldMatchings.$inferSelect

/** Pending notices of a change of a fair, with the former dates if they changed. */
export const fairNotices = pgTable('fair_notices', {
  number: bigint('number', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  participationId: uuid('participation_id').notNull(),
  kind: text('kind').$type<FairNotice>().notNull(),
  startsAt: moment('starts_at'),
  endsAt: moment('ends_at'),
})

/** Times that a seller offers, until the buyer confirms one. */
export const matchingPicks = pgTable('matching_picks', {
  matchingId: uuid('matching_id').notNull(),
  position: integer('position').notNull(),
  fairId: uuid('fair_id').notNull(),
  buyerId: uuid('buyer_id').notNull(),
  slotId: uuid('slot_id').notNull(),
  way: text('way').$type<Way>().notNull(),
})

const tstzrange = customType<{ data: string }>({ dataType: () => 'tstzrange' })

/** Periods in which a company has a meeting; maintained by a trigger. */
export const matchBookings = pgTable('match_bookings', {
  matchingId: uuid('matching_id').notNull(),
  companyId: uuid('company_id').notNull(),
  during: tstzrange('during').notNull(),
})

/** Reminders that were written, with the start time they were written for; `messages` are outbox ids. */
export const meetingReminders = pgTable('meeting_reminders', {
  matchingId: uuid('matching_id').notNull(),
  startsAt: moment('starts_at').notNull(),
  kind: text('kind').$type<ReminderKind>().notNull(),
  messages: uuid('messages').array().notNull().default([]),
  createdAt: moment('created_at').notNull(),
})

export interface EventTime {
  startAt: string
  endAt: string
  way: Way
}

export const matchingEvents = pgTable('matching_events', {
  ...recordColumns(),
  /** Order of the events; `created_at` cannot give it, because server clocks differ. */
  seq: bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  matchingId: uuid('matching_id').notNull(),
  action: text('action').notNull(),
  side: text('side').$type<Side | 'operator' | 'system'>().notNull(),
  /** Company for which the operator acted; null if the operator acted on its own. */
  actedFor: text('acted_for').$type<Side>(),
  actorId: uuid('actor_id'),
  fromState: text('from_state').$type<MatchingState>(),
  toState: text('to_state').$type<MatchingState>().notNull(),
  reason: text('reason').notNull().default(''),
  times: json<EventTime[]>('times').notNull().default([]),
  /** True if the two companies see the event. */
  shown: boolean('shown').notNull().default(true),
  /** True until both companies are mailed about the event. */
  untold: boolean('untold').notNull().default(false),
})

/** Agreements made in a meeting, one row per line. */
export const matchingAgreements = pgTable('matching_agreements', {
  ...recordColumns(),
  matchingId: uuid('matching_id').notNull(),
  text: text('text').notNull(),
  /** Text before the last revision, until both sides check the line. */
  before: text('before'),
  version: integer('version').notNull().default(1),
  writtenBy: text('written_by').$type<Side>().notNull(),
  sellerAt: moment('seller_at'),
  buyerAt: moment('buyer_at'),
})

/** Follow-up tasks of a meeting, with the responsible company and the due date. */
export const matchingTasks = pgTable('matching_tasks', {
  ...recordColumns(),
  matchingId: uuid('matching_id').notNull(),
  text: text('text').notNull(),
  owner: text('owner').$type<Side>().notNull(),
  due: date('due').notNull(),
  writtenBy: text('written_by').$type<Side>().notNull(),
  doneAt: moment('done_at'),
})

export const matchingRatings = pgTable('matching_ratings', {
  matchingId: uuid('matching_id').notNull(),
  side: text('side').$type<Side>().notNull(),
  fit: integer('fit').notNull(),
  preparation: integer('preparation').notNull(),
  outcome: integer('outcome').notNull(),
  line: text('line').notNull().default(''),
  createdAt: moment('created_at').notNull(),
})
