import { inArray, sql } from 'drizzle-orm'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { localize } from '#kit/server/records/localize.ts'
import { reducedPrice } from '#shop/money/rules.ts'
import type { PublicGoodLine, PublicOption } from '../contract.ts'
import type { GoodRow, OptionRow } from '../table.ts'
import { currentDiscount, readOptions } from './find-goods.ts'

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
