import { sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { maxLines } from '../contract.ts'
import { shopCarts } from '../table.ts'
import { hashOf, matchesOwner, openCart } from './open-cart.ts'

/**
 * Merges the guest cart into the member's and deletes it: quantities of the same option add up, and the limit of lines
 * holds. Returns the number of merged lines.
 */
export const mergeCarts = (context: Context, userId: string, token: string): Promise<number> =>
  context.transaction(async (within) => {
    const cartId = await openCart(within, { userId })
    // Delete first: if two requests merge the same cart concurrently, the second finds no lines.
    const { rows } = await within.database.execute<{ joined: number }>(sql`
      WITH guest AS (SELECT id FROM shop_carts WHERE token_hash = ${hashOf(token)} FOR UPDATE),
      taken AS (DELETE FROM shop_cart_lines WHERE cart_id IN (SELECT id FROM guest)
        RETURNING option_id, quantity, chosen, seen, at),
      put AS (INSERT INTO shop_cart_lines AS line (cart_id, option_id, quantity, chosen, seen, at)
        SELECT ${cartId}::uuid, option_id, quantity, chosen, seen, at FROM (
          SELECT *, option_id IN (SELECT option_id FROM shop_cart_lines WHERE cart_id = ${cartId}::uuid) AS known,
            row_number() OVER (ORDER BY at, option_id) AS place FROM taken) AS come
        WHERE known
          OR place <= ${maxLines} - (SELECT count(*) FROM shop_cart_lines WHERE cart_id = ${cartId}::uuid)
        ON CONFLICT (cart_id, option_id) DO UPDATE SET quantity = least(line.quantity + excluded.quantity, 99), chosen = true
        RETURNING 1)
      SELECT count(*)::int AS joined FROM put`)
    await within.database.delete(shopCarts).where(matchesOwner({ token }))
    return rows[0]?.joined ?? 0
  })
