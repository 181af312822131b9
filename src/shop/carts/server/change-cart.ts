import { createHash } from 'node:crypto'
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { readConditions, readLevelDiscount } from '#shop/conditions/server/read-conditions.ts'
import { type FoundOption, findOptions } from '#shop/goods/server/find-goods.ts'
import { calculateTotals, type TotalsItem } from '#shop/money/rules.ts'
import { type Cart, type CartLine, maxLines } from '../contract.ts'
import { shopCartLines, shopCarts } from '../table.ts'

/** Owner of a cart: a member, or the browser of a guest. */
export type CartOwner = { userId: string } | { token: string }

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

const matchesOwner = (owner: CartOwner): SQL =>
  'userId' in owner ? eq(shopCarts.userId, owner.userId) : eq(shopCarts.tokenHash, hashOf(owner.token))

const findCart = async (context: Context, owner: CartOwner): Promise<string | null> => {
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

/**
 * Converts an option to an item of the totals. `pointRate` is the shop's rate; null for a guest, who earns no points.
 */
export const createTotalsItem = (found: FoundOption, quantity: number, pointRate: number | null): TotalsItem => ({
  price: found.price,
  discount: found.discount,
  quantity,
  delivery: found.good.delivery,
  deliveryFee: found.good.deliveryFee,
  pointRate: pointRate === null ? 0 : (found.good.pointRate ?? pointRate),
  product: found.good.id,
})

const lineFault = (found: FoundOption, quantity: number): CartLine['fault'] => {
  if (!found.isSold) return 'gone'
  if (found.option.stock === 0) return 'sold_out'
  return found.option.stock < quantity ? 'fewer' : null
}

/** Returns a cart with current prices and stock. */
export const presentCart = async (context: Context, owner: CartOwner, joined = 0): Promise<{ cart: Cart }> => {
  const id = await findCart(context, owner)
  const rows = id
    ? await context.database
        .select()
        .from(shopCartLines)
        .where(eq(shopCartLines.cartId, id))
        .orderBy(asc(shopCartLines.at), asc(shopCartLines.optionId))
    : []
  const [found, conditions] = await Promise.all([
    findOptions(
      context,
      rows.map(({ optionId }) => optionId),
    ),
    readConditions(context),
  ])
  const level = await readLevelDiscount(context, 'userId' in owner ? owner.userId : null, conditions)
  const pictures = await findFiles(
    context,
    [...found.values()].map(({ good }) => good.pictures[0]),
  )
  const items: TotalsItem[] = []
  const pointRate = 'userId' in owner ? conditions.pointRate : null
  const lines = rows.flatMap((row): CartLine[] => {
    const one = found.get(row.optionId)
    if (!one) return []
    const { good, option } = one
    const fault = lineFault(one, row.quantity)
    if (row.chosen && fault === null) items.push(createTotalsItem(one, row.quantity, pointRate))
    return [
      {
        option: option.id,
        product: good.id,
        name: textIn(context.locale, good.name),
        maker: textIn(context.locale, good.maker),
        values: option.values.map((value) => textIn(context.locale, value)),
        picture: pictureOf(pictures, good.pictures[0]),
        quantity: row.quantity,
        chosen: row.chosen,
        price: one.price,
        discount: one.discount,
        reduced: one.reduced,
        pointRate: good.pointRate ?? conditions.pointRate,
        delivery: good.delivery,
        deliveryFee: good.deliveryFee,
        seen: row.seen,
        stock: Math.min(option.stock, 99),
        fault,
        restockOn: option.restockOn,
      },
    ]
  })
  const slip = calculateTotals(items, { ...conditions, levelRate: level.rate, coupon: null, points: 0 })
  return { cart: { lines, slip, levelRate: level.rate, levelTitle: textIn(context.locale, level.title), joined } }
}

interface Put {
  quantity?: number | undefined
  add?: number | undefined
  chosen?: boolean | undefined
  seen?: number | undefined
}

/** Updates an existing line only: a line that was removed meanwhile stays removed. */
const changeLine = async (context: Context, cartId: string, found: FoundOption, put: Put): Promise<void> => {
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
 * and `conflict` if the cart would exceed `mostLines` options.
 */
export const putLine = async (context: Context, owner: CartOwner, option: string, put: Put): Promise<void> => {
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
  put: Put,
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

/** Days after which an unused cart is deleted. */
const cartDays = 90

/** Deletes carts that were not used for `keptDays` days. */
export const removeOldCarts = async (context: Context): Promise<void> => {
  await context.database.execute(
    sql`DELETE FROM shop_carts WHERE used_at < ${context.now().toISOString()}::timestamptz - make_interval(days => ${cartDays})`,
  )
}
