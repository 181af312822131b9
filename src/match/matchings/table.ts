import { bigint, boolean, customType, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { json, moment, recordColumns } from '#kit/db/columns.ts'
import type { SetBack } from '#match/fairs/contract.ts'
import type { Way } from '#match/participants/contract.ts'
import type { MatchingState, ReminderKind, Side } from './rules.ts'

/** When a buyer can meet, and how. */
export const freeTimes = pgTable('free_times', {
  fairId: uuid('fair_id').notNull(),
  buyerId: uuid('buyer_id').notNull(),
  slotId: uuid('slot_id').notNull(),
  way: text('way').$type<Way>().notNull(),
  /** Its buyer took it back; a meeting in it was not told yet. */
  withdrawn: boolean('withdrawn').notNull().default(false),
  /** Its buyer gives it in this way by now; a meeting in the other was not told yet. */
  wish: text('wish').$type<Way>(),
})

/** What a buyer drew and has not saved; `times` is null once it was saved. */
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
  /** Profiles. */
  sellerId: uuid('seller_id').notNull(),
  buyerId: uuid('buyer_id').notNull(),
  productId: uuid('product_id'),
  message: text('message').notNull().default(''),
  state: text('state').$type<MatchingState>().notNull().default('requested'),
  /** Until when the offered times are held. */
  heldUntil: moment('held_until'),
  way: text('way').$type<Way>(),
  slotId: uuid('slot_id'),
  startsAt: moment('starts_at'),
  endsAt: moment('ends_at'),
  /** Number of the table, or of the room online. */
  place: integer('place'),
  agreed: text('agreed').notNull().default(''),
  sequence: integer('sequence').notNull().default(0),
})
export type MatchingRow = typeof matchings.$inferSelect

/**
 * What the two companies still see of a matching that the operator changed while the plan is held back. Once
 * `released_at` is set they see the matching itself, and the row goes with the message that tells them.
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
export type UnreleasedRow = typeof matchingUnreleased.$inferSelect

/** Whom a change of a fair is still to be told to, with the dates before it where they are others now. */
export const fairNotices = pgTable('fair_notices', {
  number: bigint('number', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  participationId: uuid('participation_id').notNull(),
  kind: text('kind').$type<SetBack>().notNull(),
  startsAt: moment('starts_at'),
  endsAt: moment('ends_at'),
})

/** Times that a seller picked, until the buyer confirms one. */
export const matchingPicks = pgTable('matching_picks', {
  matchingId: uuid('matching_id').notNull(),
  position: integer('position').notNull(),
  fairId: uuid('fair_id').notNull(),
  buyerId: uuid('buyer_id').notNull(),
  slotId: uuid('slot_id').notNull(),
  way: text('way').$type<Way>().notNull(),
})

const tstzrange = customType<{ data: string }>({ dataType: () => 'tstzrange' })

/** When a company is in a meeting; a trigger writes it. */
export const matchBookings = pgTable('match_bookings', {
  matchingId: uuid('matching_id').notNull(),
  companyId: uuid('company_id').notNull(),
  during: tstzrange('during').notNull(),
})

/** Reminders that were written, by the time they were of; `messages` are those of the outbox. */
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
  /** The order in which they happened: clocks of two servers differ. */
  seq: bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  matchingId: uuid('matching_id').notNull(),
  action: text('action').notNull(),
  side: text('side').$type<Side | 'operator' | 'system'>().notNull(),
  /** For which company the operator did it; null where it acts for itself. */
  actedFor: text('acted_for').$type<Side>(),
  actorId: uuid('actor_id'),
  fromState: text('from_state').$type<MatchingState>(),
  toState: text('to_state').$type<MatchingState>().notNull(),
  reason: text('reason').notNull().default(''),
  times: json<EventTime[]>('times').notNull().default([]),
  /** Whether its two companies see it. */
  shown: boolean('shown').notNull().default(true),
  /** They are still to be told of it by mail. */
  untold: boolean('untold').notNull().default(false),
})

/** What was agreed in a meeting, line by line. */
export const matchingAgreements = pgTable('matching_agreements', {
  ...recordColumns(),
  matchingId: uuid('matching_id').notNull(),
  text: text('text').notNull(),
  /** Its text before it was revised, until both check it. */
  before: text('before'),
  version: integer('version').notNull().default(1),
  writtenBy: text('written_by').$type<Side>().notNull(),
  sellerAt: moment('seller_at'),
  buyerAt: moment('buyer_at'),
})

/** What is to be done after a meeting, by which company and until when. */
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
