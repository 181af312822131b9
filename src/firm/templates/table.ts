import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Localized } from '#kit/contract.ts'
import { json, recordColumns } from '#kit/db/columns.ts'

export const replyTemplates = pgTable('reply_templates', {
  ...recordColumns(),
  title: text('title').notNull(),
  subject: json<Localized & { ko: string }>('subject').notNull(),
  text: json<Localized & { ko: string }>('text').notNull(),
  practice: text('practice'),
  position: integer('position').notNull().default(0),
})
