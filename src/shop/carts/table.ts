import { bigint, boolean, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment } from '#kit/db/columns.ts'

export const shopCarts = pgTable('shop_carts', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id'),
  tokenHash: bytea('token_hash'),
  usedAt: moment('used_at').notNull(),
})

export const shopCartLines = pgTable('shop_cart_lines', {
  cartId: uuid('cart_id').notNull(),
  optionId: uuid('option_id').notNull(),
  quantity: integer('quantity').notNull(),
  chosen: boolean('chosen').notNull().default(true),
  seen: bigint('seen', { mode: 'number' }).notNull(),
  at: moment('at').notNull(),
})
