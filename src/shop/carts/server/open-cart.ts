import { createHash } from 'node:crypto'
import { eq, type SQL } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { shopCarts } from '../table.ts'

/** Owner of a cart: a member, or the browser of a guest. */
export type CartOwner = { userId: string } | { token: string }

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export const matchesOwner = (owner: CartOwner): SQL =>
  'userId' in owner ? eq(shopCarts.userId, owner.userId) : eq(shopCarts.tokenHash, hashOf(owner.token))

export const findCart = async (context: Context, owner: CartOwner): Promise<string | null> => {
  const [cart] = await context.database.select({ id: shopCarts.id }).from(shopCarts).where(matchesOwner(owner))
  return cart?.id ?? null
}

/** Returns the id of the owner's cart, creating it if needed, and marks it as used now. */
export const openCart = async (context: Context, owner: CartOwner): Promise<string> => {
  const usedAt = context.now()
  const values = 'userId' in owner ? { userId: owner.userId } : { tokenHash: hashOf(owner.token) }
  const [cart] = await context.database
    .insert(shopCarts)
    .values({ id: context.newId(), usedAt, ...values })
    .onConflictDoUpdate({ target: 'userId' in owner ? shopCarts.userId : shopCarts.tokenHash, set: { usedAt } })
    .returning({ id: shopCarts.id })
  if (!cart) throw new AppError('conflict')
  return cart.id
}
