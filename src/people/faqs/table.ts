import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Localized } from '#kit/contract.ts'
import { json, recordColumns } from '#kit/db/columns.ts'
import type { QuestionType } from './contract.ts'

export const faqs = pgTable('faqs', {
  ...recordColumns(),
  type: text('type').$type<QuestionType>().notNull(),
  question: json<Localized & { ko: string }>('question').notNull(),
  answer: json<Localized & { ko: string }>('answer').notNull(),
  position: integer('position').notNull().default(0),
  visible: boolean('visible').notNull().default(true),
})
