import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { recordColumns } from '#kit/db/columns.ts'
import type { InvitationState } from './rules.ts'

/** Invitation of a seller to a buyer to request a meeting. */
export const matchInvitations = pgTable('match_invitations', {
  ...recordColumns(),
  fairId: uuid('fair_id').notNull(),
  /** Profile ids. */
  sellerId: uuid('seller_id').notNull(),
  buyerId: uuid('buyer_id').notNull(),
  message: text('message').notNull().default(''),
  state: text('state').$type<InvitationState>().notNull().default('open'),
})
export type InvitationRow = typeof matchInvitations.$inferSelect
