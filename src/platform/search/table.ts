import { pgTable, text } from 'drizzle-orm/pg-core'
import { recordColumns } from '#kit/db/columns.ts'

export const searchSynonyms = pgTable('search_synonyms', {
  ...recordColumns(),
  ko: text('ko').array().notNull().default([]),
  en: text('en').array().notNull().default([]),
  cn: text('cn').array().notNull().default([]),
})
