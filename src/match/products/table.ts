import { bigint, boolean, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Localized } from '#kit/contract.ts'
import { json, recordColumns } from '#kit/db/columns.ts'
import type { Category } from '#match/participants/contract.ts'
import type { Programme } from '#match/programmes/contract.ts'

export const matchProducts = pgTable('match_products', {
  ...recordColumns(),
  profileId: uuid('profile_id').notNull(),
  name: json<Localized & { ko: string }>('name').notNull(),
  category: text('category').$type<Category>().notNull(),
  ingredients: json<Localized>('ingredients').notNull().default({}),
  color: json<Localized>('color').notNull().default({}),
  size: text('size').notNull().default(''),
  /** Country of manufacture. */
  country: text('country').notNull().default('KR'),
  releaseDate: date('release_date'),
  awardDate: date('award_date'),
  salesSite: text('sales_site'),
  /** Price in KRW. */
  retailPrice: bigint('retail_price', { mode: 'number' }),
  features: json<Localized>('features').notNull().default({}),
  method: json<Localized>('method').notNull().default({}),
  year: integer('year').notNull(),
  certificate: text('certificate').$type<Programme>().notNull(),
  pictures: json<string[]>('pictures').notNull().default([]),
  visible: boolean('visible').notNull().default(true),
})
export type ProductRow = typeof matchProducts.$inferSelect

export const fairProducts = pgTable('fair_products', {
  fairId: uuid('fair_id').notNull(),
  profileId: uuid('profile_id').notNull(),
  productId: uuid('product_id').notNull(),
})
