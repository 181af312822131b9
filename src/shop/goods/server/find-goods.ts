import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { inPeriodState } from '#kit/server/records/period-conditions.ts'
import { periodState } from '#kit/time/period-state.ts'
import { reducedPrice } from '#shop/money/rules.ts'
import { type GoodRow, type OptionRow, shopGoods, shopOptions } from '../table.ts'

/** SQL condition: the product is on sale at this moment. */
export const isOnSale = (now: Date): SQL =>
  sql`(shop_goods.visible AND ${inPeriodState('running', sql`shop_goods.show_from`, sql`shop_goods.show_to`, now)})`

/** Returns the discount of a product at a moment, 0 outside its period. */
export const currentDiscount = (good: GoodRow, now: Date): number =>
  periodState(good.discountFrom, good.discountTo, now) === 'running' ? good.discount : 0

export interface FoundOption {
  option: OptionRow
  good: GoodRow
  /** Price of one piece before the product's discount, in won; `discount` is a rate. */
  price: number
  discount: number
  reduced: number
  isSold: boolean
}

/** Finds options with their products and current prices, by option id. */
export const findOptions = async (context: Context, ids: readonly string[]): Promise<Map<string, FoundOption>> => {
  if (ids.length === 0) return new Map()
  const now = context.now()
  const rows = await context.database
    .select({ option: shopOptions, good: shopGoods })
    .from(shopOptions)
    .innerJoin(shopGoods, eq(shopGoods.id, shopOptions.goodId))
    .where(inArray(shopOptions.id, [...ids]))
  return new Map(
    rows.map(({ option, good }) => {
      const price = good.price + option.difference
      const discount = currentDiscount(good, now)
      const isSold = option.visible && good.visible && periodState(good.showFrom, good.showTo, now) === 'running'
      return [option.id, { option, good, price, discount, reduced: reducedPrice(price, discount), isSold }]
    }),
  )
}

/** Finds the options of products, in order. */
export const readOptions = async (context: Context, ids: readonly string[]): Promise<(id: string) => OptionRow[]> => {
  const rows =
    ids.length === 0
      ? []
      : await context.database
          .select()
          .from(shopOptions)
          .where(inArray(shopOptions.goodId, [...ids]))
          .orderBy(asc(shopOptions.position), asc(shopOptions.id))
  return (id) => rows.filter(({ goodId }) => goodId === id)
}

/** Returns a product that is on sale; throws `not_found`. */
export const findPublicGood = async (context: Context, id: string): Promise<GoodRow> => {
  const [row] = await context.database
    .select()
    .from(shopGoods)
    .where(and(eq(shopGoods.id, id), isOnSale(context.now())))
  if (!row) throw new AppError('not_found')
  return row
}
