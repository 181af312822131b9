import { bigint, boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { json, moment, recordColumns } from '#kit/db/columns.ts'
import type { AdmissionState, MeetingFile, MessageContent, PeerRole } from './contract.ts'

export const meetingPeers = pgTable('meeting_peers', {
  ...recordColumns(),
  matchingId: uuid('matching_id').notNull(),
  userId: uuid('user_id'),
  role: text('role').$type<PeerRole>().notNull(),
  name: text('name').notNull(),
  seenAt: moment('seen_at').notNull(),
  leftAt: moment('left_at'),
  /** Guest link that was used. */
  guestId: uuid('guest_id'),
  /** True after the same account or guest entered again, which ends this peer. */
  replaced: boolean('replaced').notNull().default(false),
  /** Caret in the notes; null while the peer does not write. */
  caret: text('caret'),
})
export type PeerRow = typeof meetingPeers.$inferSelect

/** Guest links. */
export const meetingGuests = pgTable('meeting_guests', {
  ...recordColumns(),
  matchingId: uuid('matching_id').notNull(),
  side: text('side').$type<Exclude<PeerRole, 'guest'>>().notNull(),
  name: text('name').notNull(),
  closedAt: moment('closed_at'),
  knock: text('knock').$type<AdmissionState>(),
  /** Time of the guest's last poll while waiting. */
  knockedAt: moment('knocked_at'),
})
export type GuestRow = typeof meetingGuests.$inferSelect

export const meetingMessages = pgTable('meeting_messages', {
  number: bigint('number', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  matchingId: uuid('matching_id').notNull(),
  fromPeer: uuid('from_peer').notNull(),
  toPeer: uuid('to_peer'),
  kind: text('kind').$type<MessageContent['kind']>().notNull(),
  data: json<MessageContent>('data').notNull(),
  /** Message id chosen by the browser. */
  saidId: uuid('said_id'),
  createdAt: moment('created_at').notNull(),
})
export type MessageRow = typeof meetingMessages.$inferSelect

/** Files of the chat; the bytes are private files with the same id. */
export const meetingFiles = pgTable('meeting_files', {
  ...recordColumns(),
  matchingId: uuid('matching_id').notNull(),
  fromPeer: uuid('from_peer').notNull(),
  kind: text('kind').$type<MeetingFile['kind']>().notNull(),
  name: text('name').notNull(),
  mime: text('mime').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
})
