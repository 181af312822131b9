import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Bookmarkable } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { localize } from '#kit/server/records/localize.ts'
import { inPeriodState } from '#kit/server/records/period-conditions.ts'
import { periodState } from '#kit/time/period-state.ts'
import { reducedPrice } from '#shop/money/rules.ts'
import type { PublicGoodLine, PublicOption } from '../contract.ts'
import { type GoodRow, type OptionRow, shopGoods, shopOptions, shopStockMoves } from '../table.ts'

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

/** Limits the stock shown to customers: up to 10 exactly; 11 means more than ten. */
export const limitPublicStock = (stock: number): number => Math.min(stock, 11)

export const presentOptions = (
  context: Context,
  good: GoodRow,
  options: readonly OptionRow[],
  now: Date,
): PublicOption[] =>
  options
    .filter(({ visible }) => visible)
    .map((option) => {
      const price = good.price + option.difference
      return {
        _id: option.id,
        values: option.values.map((value) => textIn(context.locale, value)),
        difference: option.difference,
        price,
        reduced: reducedPrice(price, currentDiscount(good, now)),
        stock: limitPublicStock(option.stock),
        restockOn: option.restockOn,
      }
    })

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

/** Counts the reviews of each product by rating, 1 to 5. */
export const countRatings = async (context: Context, ids: readonly string[]): Promise<(id: string) => number[]> => {
  if (ids.length === 0) return () => [0, 0, 0, 0, 0]
  const { rows } = await context.database.execute<{ id: string; rating: number; count: number }>(sql`
    SELECT good_id AS id, rating, count(*)::int AS count FROM shop_reviews
    WHERE NOT hidden AND ${inArray(sql`good_id`, [...ids])} GROUP BY good_id, rating`)
  return (id) => [1, 2, 3, 4, 5].map((rating) => rows.find((row) => row.id === id && row.rating === rating)?.count ?? 0)
}

/** Presents products for public lists. */
export const presentGoods = async (context: Context, rows: readonly GoodRow[]): Promise<PublicGoodLine[]> => {
  const ids = rows.map(({ id }) => id)
  const now = context.now()
  const [options, ratings, pictures] = await Promise.all([
    readOptions(context, ids),
    countRatings(context, ids),
    findFiles(
      context,
      rows.map((row) => row.pictures[0]),
    ),
  ])
  return rows.map((row) => {
    for (const moment of [row.discountFrom, row.discountTo, row.showTo])
      if (moment && moment > now) context.showUntil(moment)
    const { name, maker, summary, award, lang } = localize(context.locale, {
      name: row.name,
      maker: row.maker,
      summary: row.summary,
      award: row.award,
    })
    const own = presentOptions(context, row, options(row.id), now)
    const counts = ratings(row.id)
    const reviews = counts.reduce((sum, count) => sum + count, 0)
    const points = counts.reduce((sum, count, index) => sum + count * (index + 1), 0)
    const soldOut = own.every(({ stock }) => stock === 0)
    const discount = currentDiscount(row, now)
    return {
      _id: row.id,
      name,
      lang,
      maker,
      summary,
      award,
      category: row.category,
      picture: pictureOf(pictures, row.pictures[0]),
      price: own[0]?.price ?? row.price,
      discount,
      reduced: own[0]?.reduced ?? reducedPrice(row.price, discount),
      axes: row.axes.map((axis) => textIn(context.locale, axis)),
      options: own,
      soldOut,
      restockOn: soldOut ? (own.flatMap(({ restockOn }) => restockOn ?? []).sort()[0] ?? null) : null,
      rating: reviews > 0 ? Math.round((points / reviews) * 10) / 10 : null,
      reviews,
    }
  })
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

export interface StockMove {
  option: string
  amount: number
}

/**
 * Adds to and takes from stocks, all or nothing; throws `conflict` if a constraint finds too few. Rows are written in
 * the order of option ids, so that concurrent orders of the same products do not deadlock.
 */
export const moveStock = async (
  context: Context,
  moves: readonly StockMove[],
  {
    kind,
    orderId = null,
    note = '',
  }: Pick<typeof shopStockMoves.$inferSelect, 'kind'> & {
    orderId?: string | null
    note?: string
  },
): Promise<void> => {
  const at = context.now()
  const ordered = moves.toSorted((a, b) => (a.option < b.option ? -1 : 1))
  if (ordered.length === 0) return
  try {
    await context.database.insert(shopStockMoves).values(
      ordered.map(({ option, amount }) => ({
        id: context.newId(),
        optionId: option,
        amount,
        kind,
        orderId,
        note,
        at,
      })),
    )
  } catch (error) {
    const constraint = violatedConstraint(error)
    // The option was deleted after it was read.
    if (constraint === 'shop_stock_moves_option_id_fkey')
      throw new AppError('conflict', { fields: { lines: 'order_gone' } })
    if (constraint !== 'shop_options_stock') throw error
    throw new AppError('conflict', { fields: { lines: 'order_stock' } })
  }
}

/** Products that members can bookmark and like. */
export const bookmarkable = {
  good: async (context: Context, ids: readonly string[]): Promise<Bookmarkable[]> => {
    const rows = await context.database
      .select({ id: shopGoods.id, name: shopGoods.name })
      .from(shopGoods)
      .where(and(inArray(shopGoods.id, [...ids]), isOnSale(context.now())))
    return rows.map(({ id, name }) => {
      const { name: title, lang } = localize(context.locale, { name })
      return { id, title, lang, to: `/shop/products/${id}` }
    })
  },
}
