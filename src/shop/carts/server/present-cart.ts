import { asc, eq } from 'drizzle-orm'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { readConditions, readLevelDiscount } from '#shop/conditions/server/read-conditions.ts'
import { type FoundOption, findOptions } from '#shop/goods/server/find-goods.ts'
import { calculateTotals, type TotalsItem } from '#shop/money/rules.ts'
import type { Cart, CartLine } from '../contract.ts'
import { shopCartLines } from '../table.ts'
import { type CartOwner, findCart } from './open-cart.ts'

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

const determineFault = (found: FoundOption, quantity: number): CartLine['fault'] => {
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
    const fault = determineFault(one, row.quantity)
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
