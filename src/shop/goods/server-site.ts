import { and, asc, desc, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf } from '#kit/files/library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { isIn } from '#kit/server/period.ts'
import { containsWords } from '#kit/server/words.ts'
import { addEntry } from '#people/questions/service.ts'
import { questions } from '#people/questions/table.ts'
import { shopCategories } from '#shop/categories/table.ts'
import { levelOf, readConditions } from '#shop/conditions/service.ts'
import type { goods as contract, goodOrders } from './contract.ts'
import { findGood, isOnSale, optionsOf, presentGoods, presentOptions, ratingsOf, words } from './service.ts'
import { shopGoods } from './table.ts'

const stockOf = sql`(SELECT coalesce(sum(stock), 0)::int FROM shop_options WHERE good_id = ${shopGoods.id} AND visible)`

/** The discount of a product at a moment, as `discountOf` says it. */
const discountNow = (now: Date): SQL =>
  sql`CASE WHEN ${isIn('running', shopGoods.discountFrom, shopGoods.discountTo, now)} THEN ${shopGoods.discount} ELSE 0 END`

/** Price of a product after its discount, rounded as `reducedPrice` rounds it. */
const priceNow = (now: Date): SQL => sql`(${shopGoods.price} - ${shopGoods.price} * (${discountNow(now)}) / 10000)`

const orderBy = (order: (typeof goodOrders)[number], price: SQL): SQL[] =>
  ({
    sought: [
      desc(sql`(SELECT count(*) FROM bookmarks WHERE kind = 'good' AND record_id = ${shopGoods.id})
      + (SELECT coalesce(sum(line.quantity), 0) FROM shop_order_lines AS line JOIN shop_orders AS ordered
        ON ordered.id = line.order_id AND ordered.state <> 'cancelled' WHERE line.good_id = ${shopGoods.id})`),
    ],
    new: [],
    cheap: [asc(price)],
    reviewed: [desc(sql`(SELECT count(*) FROM shop_reviews WHERE good_id = ${shopGoods.id} AND NOT hidden)`)],
  })[order]

/** When the next product is shown or hidden, or a discount begins or ends: until then a list stays as it is. */
const nextTurn = async (context: Context, now: Date): Promise<Date | null> => {
  const after = (column: string) =>
    sql`(SELECT min(${sql.identifier(column)}) FROM shop_goods
      WHERE visible AND ${sql.identifier(column)} > ${now.toISOString()}::timestamptz)`
  const { rows } = await context.database.execute<{ at: string | null }>(sql`SELECT least(${after('show_from')},
    ${after('show_to')}, ${after('discount_from')}, ${after('discount_to')})::text AS at`)
  const at = rows[0]?.at
  return at ? new Date(at) : null
}

/** Won of one step of the histogram of prices. */
const priceStep = 20_000

/** What customers see of products. */
export const siteHandlers: Pick<Handlers<typeof contract>, 'published' | 'open' | 'choice' | 'ask'> = {
  async published(context, { query }) {
    context.tag('shop')
    const { page, limit, q, category, from, to, available, reduced, awarded } = query
    const now = context.now()
    const price = priceNow(now)
    const below = sql`${shopGoods.category} IN (WITH RECURSIVE below AS (
      SELECT id FROM shop_categories WHERE key = ${category ?? ''} AND visible
      UNION ALL SELECT c.id FROM shop_categories c JOIN below ON c.parent_id = below.id) SELECT id FROM below)`
    const without = and(
      isOnSale(now),
      category ? below : undefined,
      available ? sql`${stockOf} > 0` : undefined,
      reduced ? sql`${discountNow(now)} > 0` : undefined,
      awarded ? sql`coalesce(${shopGoods.award} ->> 'ko', '') <> ''` : undefined,
      q ? containsWords(words, q) : undefined,
    )
    const where = and(
      without,
      from === undefined ? undefined : sql`${price} >= ${from}`,
      to === undefined ? undefined : sql`${price} <= ${to}`,
    )
    const [rows, total, steps, next] = await Promise.all([
      context.database
        .select()
        .from(shopGoods)
        .where(where)
        .orderBy(...orderBy(query.order, price), desc(shopGoods.createdAt), desc(shopGoods.id))
        .limit(limit)
        .offset((page - 1) * limit),
      context.database.$count(shopGoods, where),
      context.database
        .select({
          from: sql<number>`(${price} / ${sql.raw(String(priceStep))} * ${sql.raw(String(priceStep))})::float8`,
          count: sql<number>`count(*)::int`,
        })
        .from(shopGoods)
        .where(without)
        .groupBy(sql`1`)
        .orderBy(sql`1`),
      nextTurn(context, now),
    ])
    context.showUntil(next)
    return { products: await presentGoods(context, rows), total, page, limit, prices: steps }
  },

  async open(context, { params }) {
    context.tag('shop')
    const row = await findGood(context, params.id)
    const [[line], tree, pictures, ratings, conditions] = await Promise.all([
      presentGoods(context, [row]),
      context.database.select().from(shopCategories),
      findFiles(context, row.pictures),
      ratingsOf(context, [row.id]),
      readConditions(context),
    ])
    if (!line) throw new AppError('not_found')
    const way = (id: string | null): (typeof tree)[number][] => {
      const found = tree.find((one) => one.id === id && one.visible)
      return found ? [...way(found.parent), found] : []
    }
    return {
      product: {
        ...line,
        story: textIn(line.lang, row.story),
        facts: row.facts.map(({ label, text }) => ({ label: textIn(line.lang, label), text: textIn(line.lang, text) })),
        pictures: row.pictures.flatMap((id) => pictureOf(pictures, id) ?? []),
        pointRate: row.pointRate ?? conditions.pointRate,
        delivery: row.delivery,
        deliveryFee: row.deliveryFee,
        categories: way(row.category).map(({ id, key, name }) => ({
          _id: id,
          key,
          name: textIn(context.locale, name),
        })),
        ratings: ratings(row.id),
      },
    }
  },

  async choice(context, { params }) {
    const row = await findGood(context, params.id)
    const conditions = await readConditions(context)
    const level = await levelOf(context, context.scope.principal?.userId ?? null, conditions)
    return {
      options: presentOptions(context, row, (await optionsOf(context, [row.id]))(row.id), context.now()),
      levelRate: level.rate,
      levelTitle: textIn(context.locale, level.title),
    }
  },

  ask: (context, { params, body }) =>
    context.transaction(async (within) => {
      const row = await findGood(within, params.id)
      const { locale } = within
      const now = within.now()
      const id = within.newId()
      const { userId } = within.principal
      const title = textIn(locale, row.name).slice(0, 200)
      await within.database
        .insert(questions)
        .values({ id, createdAt: now, updatedAt: now, userId, type: 'inquiry', title, locale })
      await addEntry(within, id, 'member', { text: body.text, files: [] })
      return { question: { _id: id } }
    }),
}
