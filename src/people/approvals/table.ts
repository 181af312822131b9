import { sql } from 'drizzle-orm'
import { boolean, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment, recordColumns } from '#kit/db/columns.ts'
import type { Scope } from '#kit/scopes.ts'
import type { ApprovalState } from './rules.ts'

export const approvals = pgTable('approvals', {
  ...recordColumns(),
  method: text('method').notNull(),
  /** Path pattern as the route declares it. */
  path: text('path').notNull(),
  /** Scope that performing the action alone requires. */
  scope: text('scope').$type<Scope>().notNull(),
  params: jsonb('params').notNull().default(sql`'{}'`),
  body: jsonb('body').notNull().default(sql`'{}'`),
  /** True: the approval lets the requester repeat the call. False: the call is executed on approval. */
  byAsker: boolean('by_asker').notNull(),
  askedBy: uuid('asked_by').notNull(),
  state: text('state').$type<ApprovalState>().notNull(),
  decidedBy: uuid('decided_by'),
  decidedAt: moment('decided_at'),
  note: text('note').notNull().default(''),
})
