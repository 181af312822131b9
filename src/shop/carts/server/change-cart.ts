import { and, eq, inArray, sql } from 'drizzle-orm'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { type FoundOption, findOptions } from '#shop/goods/server/find-goods.ts'
import { maxLines } from '../contract.ts'
import { shopCartLines } from '../table.ts'
import { type CartOwner, findCart, openCart } from './open-cart.ts'

interface LineChange {
  quantity?: number | undefined
  add?: number | undefined
  chosen?: boolean | undefined
  seen?: number | undefined
}

/** Updates an existing line only: a line that was removed meanwhile stays removed. */
const changeLine = async (context: Context, cartId: string, found: FoundOption, put: LineChange): Promise<void> => {
  const { chosen, seen } = put
  const changes = { ...(chosen !== undefined && { chosen }), ...(seen !== undefined && { seen }) }
  if (Object.keys(changes).length === 0) return
  await context.database
    .update(shopCartLines)
    .set(changes)
    .where(and(eq(shopCartLines.cartId, cartId), eq(shopCartLines.optionId, found.option.id)))
}

/**
 * Adds an option to a cart or changes its line, at most 99 pieces. Throws `not_found` if the option is no longer sold
 * and `conflict` if the cart would exceed `maxLines` options.
 */
export const putLine = async (context: Context, owner: CartOwner, option: string, put: LineChange): Promise<void> => {
  const found = (await findOptions(context, [option])).get(option)
  const pieces = put.quantity ?? put.add
  if (!found || (pieces !== undefined && !found.isSold)) throw new AppError('not_found')
  if (pieces === undefined) return changeLine(context, await openCart(context, owner), found, put)
  await context.transaction(async (within) => {
    // This locks the cart row, so the count below includes the lines of concurrent requests.
    const cartId = await openCart(within, owner)
    await addPieces(within, cartId, found, pieces, put)
    if ((await within.database.$count(shopCartLines, eq(shopCartLines.cartId, cartId))) > maxLines)
      throw new AppError('conflict', { fields: { option: 'cart_full' } })
  })
}

const addPieces = async (
  context: Context,
  cartId: string,
  found: FoundOption,
  pieces: number,
  put: LineChange,
): Promise<void> => {
  // Adding a piece accepts the current price, which the page has just shown. Setting the quantity does not.
  const seen = put.seen ?? (put.add === undefined ? undefined : found.reduced)
  const quantity =
    put.quantity === undefined ? sql`least(${shopCartLines.quantity} + ${pieces}, 99)` : sql`${pieces}::integer`
  await context.database
    .insert(shopCartLines)
    .values({
      cartId,
      optionId: found.option.id,
      quantity: pieces,
      chosen: put.chosen ?? true,
      seen: put.seen ?? found.reduced,
      at: context.now(),
    })
    .onConflictDoUpdate({
      target: [shopCartLines.cartId, shopCartLines.optionId],
      set: {
        quantity,
        ...(seen !== undefined && { seen }),
        ...(put.chosen !== undefined && { chosen: put.chosen }),
      },
    })
    .catch((error: unknown) => {
      // The option was deleted after it was read.
      if (violatedConstraint(error) === 'shop_cart_lines_option_id_fkey') throw new AppError('not_found')
      throw error
    })
}

/** Replaces one option by another; if the cart already has the other, their quantities are added. */
export const swapLine = (context: Context, owner: CartOwner, option: string, to: string): Promise<void> =>
  context.transaction(async (within) => {
    const id = await findCart(within, owner)
    if (!id) throw new AppError('not_found')
    const line = and(eq(shopCartLines.cartId, id), eq(shopCartLines.optionId, option))
    if (option === to) return
    const [row] = await within.database.delete(shopCartLines).where(line).returning()
    if (!row) throw new AppError('not_found')
    await putLine(within, owner, to, { add: row.quantity, chosen: row.chosen })
  })

/** Removes lines from a cart; returns how many. */
export const removeLines = async (context: Context, owner: CartOwner, options: readonly string[]): Promise<number> => {
  const id = await findCart(context, owner)
  if (!id || options.length === 0) return 0
  const { rowCount } = await context.database
    .delete(shopCartLines)
    .where(and(eq(shopCartLines.cartId, id), inArray(shopCartLines.optionId, [...options])))
  return rowCount ?? 0
}
