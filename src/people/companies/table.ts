import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { recordColumns } from '#kit/db/columns.ts'

export const companies = pgTable('companies', {
  ...recordColumns(),
  userId: uuid('user_id').notNull(),
  name: text('name').notNull(),
  ceo: text('ceo').notNull(),
  /** Ten digits. */
  businessNumber: text('business_number').notNull(),
  category: text('category').notNull(),
  address: text('address').notNull(),
  businessRegistration: uuid('business_registration'),
  logo: uuid('logo'),
  photo: uuid('photo'),
  introduction: uuid('introduction'),
})
export type CompanyRow = typeof companies.$inferSelect
