import { sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { localize } from '#kit/server/records/localize.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { translationsOf } from '#kit/server/records/search-conditions.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { isOnSale } from '#shop/goods/server/find-goods.ts'
import { categories as contract } from '../contract.ts'
import { buildTree } from '../rules.ts'
import { type CategoryRow, shopCategories } from '../table.ts'

/** Counts the products of each category, without its subcategories. */
const countGoods = async (context: Context, shownOnly: boolean): Promise<Map<string, number>> => {
  const shown = shownOnly ? sql`WHERE ${isOnSale(context.now())}` : sql``
  const { rows } = await context.database.execute<{ id: string; goods: number }>(
    sql`SELECT category_id AS id, count(*)::int AS goods FROM shop_goods ${shown} GROUP BY category_id`,
  )
  return new Map(rows.map(({ id, goods }) => [id, goods]))
}

const present = async (rows: CategoryRow[], context: Context) => {
  const goods = await countGoods(context, false)
  return rows.map((row) => ({ ...toRecord(row), goods: goods.get(row.id) ?? 0 }))
}

const base = tableHandlers(contract, shopCategories, {
  words: [translationsOf(shopCategories.name), shopCategories.key],
  title: (row) => row.name.ko,
  present,
})

/** Maps violated constraints to messages of the form's fields. */
const withFieldErrors = async <T>(work: () => Promise<T>, isRemoval = false): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'shop_categories_tree') throw new AppError('invalid', { fields: { parent: 'category_tree' } })
    if (constraint === 'shop_goods_category_id_fkey' || (isRemoval && constraint === 'shop_categories_parent_id_fkey'))
      throw new AppError('conflict', { fields: { key: 'category_used' } })
    if (constraint === 'shop_categories_parent_id_fkey') throw new AppError('invalid', { fields: { parent: 'choose' } })
    throw error
  }
}

/** Sorts categories into tree order, parents first. */
const sortByTree = (rows: readonly CategoryRow[]): CategoryRow[] => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return buildTree(rows.map(({ id, parent, position }) => ({ _id: id, parent, position }))).flatMap(
    ({ _id }) => byId.get(_id) ?? [],
  )
}

export const categoryHandlers: Handlers<typeof contract> = {
  ...base,
  create: (context, input) => withFieldErrors(() => base.create(context, input)),
  update: (context, input) => withFieldErrors(() => base.update(context, input)),
  remove: (context, input) => withFieldErrors(() => base.remove(context, input), true),

  arrange: (context, { body }) =>
    withFieldErrors(() =>
      context.transaction(async (within) => {
        const order = JSON.stringify(body.categories)
        await within.database.execute(sql`SET CONSTRAINTS shop_categories_tree DEFERRED`)
        // Lock in a fixed order: concurrent `arrange` requests would deadlock otherwise.
        await within.database.execute(sql`SELECT FROM shop_categories ORDER BY id FOR UPDATE`)
        // Compare-and-set in one statement: the tree changes only if its categories are still exactly these, each at
        // its version.
        const { rowCount } = await within.database.execute(sql`
          WITH wanted AS (SELECT (value ->> '_id')::uuid AS id, (value ->> 'parent')::uuid AS parent,
            (value ->> 'updatedAt')::timestamptz AS seen, ordinality::int AS place
            FROM jsonb_array_elements(${order}::jsonb) WITH ORDINALITY)
          UPDATE shop_categories AS category SET parent_id = wanted.parent, position = wanted.place,
            updated_at = greatest(${within.now().toISOString()}::timestamptz, category.updated_at + interval '1 millisecond')
          FROM wanted WHERE wanted.id = category.id AND category.updated_at = wanted.seen
            AND (SELECT count(DISTINCT id) FROM wanted) = (SELECT count(*) FROM shop_categories)
            AND (SELECT count(*) FROM wanted) = (SELECT count(*) FROM shop_categories)`)
        if (rowCount !== body.categories.length)
          throw new AppError('conflict', { fields: { categories: 'category_changed' } })
        await within.database.execute(sql`SET CONSTRAINTS shop_categories_tree IMMEDIATE`)
        await writeAudit(within, {
          action: 'update',
          entity: 'categories',
          summary: '',
          after: { categories: body.categories.map(({ _id, parent }) => ({ _id, parent })) },
        })
        return { categories: await present(sortByTree(await within.database.select().from(shopCategories)), within) }
      }),
    ),

  async published(context) {
    context.tag('shop')
    const [rows, own] = await Promise.all([context.database.select().from(shopCategories), countGoods(context, true)])
    const shown = sortByTree(rows.filter(({ visible }) => visible))
    const countOf = (id: string): number =>
      (own.get(id) ?? 0) +
      shown.filter(({ parent }) => parent === id).reduce((sum, child) => sum + countOf(child.id), 0)
    return {
      categories: shown.map((row) => ({
        _id: row.id,
        key: row.key,
        name: textIn(context.locale, row.name),
        lang: localize(context.locale, { name: row.name }).lang,
        parent: row.parent,
        goods: countOf(row.id),
      })),
      goods: [...own.values()].reduce((sum, count) => sum + count, 0),
    }
  },
}
