import { sql } from 'drizzle-orm'
import { boolean, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment, recordColumns } from '#kit/db/columns.ts'
import type { Scope } from '#kit/scopes.ts'
import type { ApprovalState } from './rules.ts'

export const approvals = pgTable('approvals', {
  ...recordColumns(),
  method: text('method').notNull(),
  /** As the route declares it. */
  path: text('path').notNull(),
  /** What doing it alone asks for. */
  scope: text('scope').$type<Scope>().notNull(),
  params: jsonb('params').notNull().default(sql`'{}'`),
  body: jsonb('body').notNull().default(sql`'{}'`),
  /** The approval lets who asked call once more; otherwise it is carried out with the approval. */
  byAsker: boolean('by_asker').notNull(),
  askedBy: uuid('asked_by').notNull(),
  state: text('state').$type<ApprovalState>().notNull(),
  decidedBy: uuid('decided_by'),
  decidedAt: moment('decided_at'),
  note: text('note').notNull().default(''),
})
