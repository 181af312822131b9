import { integer, pgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { json, moment } from '#kit/db/columns.ts'
import type { SettingInput } from './contract.ts'

/** Single-row table. */
export const settings = pgTable('settings', {
  id: integer('id').primaryKey().default(1),
  value: json<z.infer<typeof SettingInput>>('value').notNull(),
  updatedAt: moment('updated_at').notNull(),
})
