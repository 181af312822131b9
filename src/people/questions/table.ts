import { bigint, customType, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Locale } from '#kit/contract.ts'
import { moment, recordColumns } from '#kit/db/columns.ts'
import type { QuestionType } from '#people/faqs/contract.ts'
import type { QuestionState } from './rules.ts'

export const questions = pgTable('questions', {
  ...recordColumns(),
  userId: uuid('user_id').notNull(),
  type: text('type').$type<QuestionType>().notNull(),
  title: text('title').notNull(),
  locale: text('locale').$type<Locale>().notNull(),
  state: text('state').$type<QuestionState>().notNull().default('open'),
  views: integer('views').notNull().default(0),
  answeredAt: moment('answered_at'),
  closedAt: moment('closed_at'),
})
export type QuestionRow = typeof questions.$inferSelect

export const questionEntries = pgTable('question_entries', {
  ...recordColumns(),
  questionId: uuid('question_id').notNull(),
  author: text('author').$type<'member' | 'staff'>().notNull(),
  actorId: uuid('actor_id'),
  text: text('text').notNull(),
})

/** Search index of questions: the subject and each entry separately; maintained by triggers. */
export const questionWords = pgTable('question_words', {
  id: uuid('id').primaryKey(),
  questionId: uuid('question_id').notNull(),
  words: text('words').notNull(),
  windows: customType<{ data: string }>({ dataType: () => 'tsvector' })('windows').notNull(),
})

export const questionFiles = pgTable('question_files', {
  ...recordColumns(),
  userId: uuid('user_id').notNull(),
  entryId: uuid('entry_id'),
  kind: text('kind').$type<'picture' | 'video' | 'document'>().notNull(),
  name: text('name').notNull(),
  mime: text('mime').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
})

export const questionTemplates = pgTable('question_templates', {
  ...recordColumns(),
  title: text('title').notNull(),
  text: text('text').notNull(),
})
