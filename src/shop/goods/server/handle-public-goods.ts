import { and, asc, desc, inArray, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { inPeriodState } from '#kit/server/records/period-conditions.ts'
import { addEntry } from '#people/questions/server/change-question.ts'
import { questions } from '#people/questions/table.ts'
import { splitSearchTerms } from '#platform/search/rules.ts'
import { shopCategories } from '#shop/categories/table.ts'
import { readConditions, readLevelDiscount } from '#shop/conditions/server/read-conditions.ts'
import type { goods as contract, goodOrders } from '../contract.ts'
import { shopGoods, shopListings } from '../table.ts'
import { findPublicGood, readOptions } from './find-goods.ts'
import { countRatings, presentGoods, presentOptions } from './present-goods.ts'

/** SQL of `currentDiscount`: the discount of a product at a moment. */
const discountNow = (now: Date): SQL =>
  sql`CASE WHEN ${inPeriodState('running', shopListings.discountFrom, shopListings.discountTo, now)} THEN ${shopListings.discount} ELSE 0 END`

/** SQL of the discounted price, rounded like `reducedPrice`. */
const priceNow = (now: Date): SQL =>
  sql`(${shopListings.price} - ${shopListings.price} * (${discountNow(now)}) / 10000)`

const orderBy = (order: (typeof goodOrders)[number], price: SQL): SQL[] =>
  ({ sought: [desc(shopListings.sought)], new: [], cheap: [asc(price)], reviewed: [desc(shopListings.reviews)] })[order]

/**
 * Matches rows whose product has all search terms in name, maker or summary, in any language; also by initial
 * consonants.
 */
export const matchesSearch = (q: string): SQL => {
  const terms = splitSearchTerms(q)
  if (terms.length === 0) return sql`false`
  const list = sql`ARRAY[${sql.join(
    terms.map((term) => sql`${term}`),
    sql`, `,
  )}]::text[]`
  const isIndexed = sql`search_grams(${shopListings.words}, 'good', 0) @> select_required_grams(${list}, 'good', 0)`
  // The index is exact for terms of up to three letters.
  return terms.every((term) => term.length <= 3)
    ? isIndexed
    : sql`(${isIndexed} AND contains_terms(${shopListings.words}, ${list}))`
}

/** Returns when the next product appears or disappears or a discount begins or ends; a list stays fresh until then. */
const findNextChange = async (context: Context, now: Date): Promise<Date | null> => {
  const after = (column: string) =>
    sql`(SELECT min(${sql.identifier(column)}) FROM shop_goods
      WHERE visible AND ${sql.identifier(column)} > ${now.toISOString()}::timestamptz)`
  const { rows } = await context.database.execute<{ at: string | null }>(sql`SELECT least(${after('show_from')},
    ${after('show_to')}, ${after('discount_from')}, ${after('discount_to')})::text AS at`)
  const at = rows[0]?.at
  return at ? new Date(at) : null
}

/** Width of a bar of the price histogram, in won. */
const priceStep = 20_000

/** Handlers of the public product pages. */
export const publicGoodHandlers: Pick<Handlers<typeof contract>, 'published' | 'open' | 'choice' | 'ask'> = {
  async published(context, { query }) {
    context.tag('shop')
    const { page, limit, q, category, from, to, available, reduced, awarded } = query
    const now = context.now()
    const price = priceNow(now)
    const below = sql`${shopListings.category} IN (WITH RECURSIVE below AS (
      SELECT id FROM shop_categories WHERE key = ${category ?? ''} AND visible
      UNION ALL SELECT c.id FROM shop_categories c JOIN below ON c.parent_id = below.id) SELECT id FROM below)`
    const without = and(
      shopListings.visible,
      inPeriodState('running', shopListings.showFrom, shopListings.showTo, now),
      category ? below : undefined,
      available ? shopListings.stocked : undefined,
      reduced ? sql`${discountNow(now)} > 0` : undefined,
      awarded ? shopListings.awarded : undefined,
      q ? matchesSearch(q) : undefined,
    )
    const isPriced = and(
      from === undefined ? undefined : sql`${price} >= ${from}`,
      to === undefined ? undefined : sql`${price} <= ${to}`,
    )
    const [found, steps, next] = await Promise.all([
      context.database
        .select({ id: shopListings.goodId })
        .from(shopListings)
        .where(and(without, isPriced))
        .orderBy(...orderBy(query.order, price), desc(shopListings.createdAt), desc(shopListings.goodId))
        .limit(limit)
        .offset((page - 1) * limit),
      // One pass for both the histogram and the total.
      context.database
        .select({
          from: sql<number>`(${price} / ${sql.raw(String(priceStep))} * ${sql.raw(String(priceStep))})::float8`,
          count: sql<number>`count(*)::int`,
          priced: sql<number>`count(*) FILTER (WHERE ${isPriced ?? sql`true`})::int`,
        })
        .from(shopListings)
        .where(without)
        .groupBy(sql`1`)
        .orderBy(sql`1`),
      findNextChange(context, now),
    ])
    const ids = found.map(({ id }) => id)
    const rows =
      ids.length === 0 ? [] : await context.database.select().from(shopGoods).where(inArray(shopGoods.id, ids))
    const inOrder = ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
    const total = steps.reduce((sum, { priced }) => sum + priced, 0)
    const prices = steps.map(({ from: start, count }) => ({ from: start, count }))
    context.showUntil(next)
    return { products: await presentGoods(context, inOrder), total, page, limit, prices }
  },

  async open(context, { params }) {
    context.tag('shop')
    const row = await findPublicGood(context, params.id)
    const [[line], tree, pictures, ratings, conditions] = await Promise.all([
      presentGoods(context, [row]),
      context.database.select().from(shopCategories),
      findFiles(context, row.pictures),
      countRatings(context, [row.id]),
      readConditions(context),
    ])
    if (!line) throw new AppError('not_found')
    const listAncestors = (id: string | null): (typeof tree)[number][] => {
      const found = tree.find((one) => one.id === id && one.visible)
      return found ? [...listAncestors(found.parent), found] : []
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
        categories: listAncestors(row.category).map(({ id, key, name }) => ({
          _id: id,
          key,
          name: textIn(context.locale, name),
        })),
        ratings: ratings(row.id),
      },
    }
  },

  async choice(context, { params }) {
    const row = await findPublicGood(context, params.id)
    const conditions = await readConditions(context)
    const level = await readLevelDiscount(context, context.scope.principal?.userId ?? null, conditions)
    return {
      options: presentOptions(context, row, (await readOptions(context, [row.id]))(row.id), context.now()),
      levelRate: level.rate,
      levelTitle: textIn(context.locale, level.title),
    }
  },

  ask: (context, { params, body }) =>
    context.transaction(async (within) => {
      const row = await findPublicGood(within, params.id)
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
