import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment, recordColumns } from '#kit/db/columns.ts'
import type { MemberKind } from '#people/users/contract.ts'
import type { Basis, Reason } from './rules.ts'

export const withdrawals = pgTable('withdrawals', {
  ...recordColumns(),
  userId: uuid('user_id').notNull(),
  kind: text('kind').$type<MemberKind>().notNull(),
  reason: text('reason').$type<Reason>().notNull(),
})

export const legalHolds = pgTable('legal_holds', {
  ...recordColumns(),
  withdrawalId: uuid('withdrawal_id').notNull(),
  basis: text('basis').$type<Basis>().notNull(),
  records: integer('records').notNull(),
  until: moment('until').notNull(),
  /** AES-256-GCM of JSON, with the hold's id as additional data. */
  sealed: bytea('sealed').notNull(),
})
