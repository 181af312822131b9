import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf, requirePicture } from '#kit/files/media-library.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows, toColumns, toRecord } from '#kit/server/records/records.ts'
import { selectPage } from '#kit/server/records/select-page.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { goods as contract } from '../contract.ts'
import type { Good, GoodInput } from '../contract-good.ts'
import { type GoodRow, shopGoods, shopListings, shopOptions, shopStockMoves } from '../table.ts'
import { readOptions } from './find-goods.ts'
import { pictureHandlers } from './handle-pictures.ts'
import { matchesSearch, publicGoodHandlers } from './handle-public-goods.ts'
import { moveStock } from './move-stock.ts'

type Options = Good['options'] | (typeof GoodInput)['_output']['options']

const lowestStock = sql`(SELECT coalesce(min(stock), 0)::int FROM shop_options WHERE good_id = ${shopGoods.id} AND visible)`

/** Counts the pieces sold of each product in orders that are not cancelled. */
const countSold = async (context: Context, ids: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await context.database.execute<{ id: string; sold: number }>(sql`
    SELECT line.good_id AS id, sum(line.quantity)::int AS sold FROM shop_order_lines AS line
      JOIN shop_orders AS ordered ON ordered.id = line.order_id AND ordered.state <> 'cancelled'
    WHERE line.good_id = ANY(${`{${ids.join(',')}}`}::uuid[]) GROUP BY 1`)
  return new Map(rows.map(({ id, sold }) => [id, sold]))
}

const present = async (rows: GoodRow[], context: Context): Promise<Good[]> => {
  const ids = rows.map(({ id }) => id)
  const [options, sold, pictures] = await Promise.all([
    readOptions(context, ids),
    countSold(context, ids),
    findFiles(
      context,
      rows.flatMap((row) => row.pictures),
    ),
  ])
  return rows.map((row) => ({
    ...toRecord(row),
    pictures: row.pictures.flatMap((id) => pictureOf(pictures, id) ?? []),
    options: options(row.id).map(({ id, goodId: _good, position: _place, ...option }) => ({ _id: id, ...option })),
    sold: sold.get(row.id) ?? 0,
  }))
}

const requireOptions = (axes: readonly unknown[], options: Options, price: number): void => {
  const keys = options.map(({ values }) => values.map(({ ko }) => ko).join('\n'))
  if (options.some(({ values }) => values.length !== axes.length) || new Set(keys).size < keys.length)
    throw new AppError('invalid', { fields: { options: 'good_options' } })
  if (options.some(({ difference }) => price + difference < 1))
    throw new AppError('invalid', { fields: { options: 'good_price' } })
}

const requireFields = async (
  body: Partial<(typeof GoodInput)['_output']>,
  context: Context,
  current: GoodRow | null,
): Promise<void> => {
  for (const [index, id] of (body.pictures ?? []).entries()) await requirePicture(context, id, `pictures.${index}`)
  const merged = { ...current, ...body }
  for (const [from, to] of [
    ['discountFrom', 'discountTo'],
    ['showFrom', 'showTo'],
  ] as const) {
    const [start, end] = [merged[from], merged[to]]
    if (start && end && new Date(end) <= new Date(start))
      throw new AppError('invalid', { fields: { [to]: 'good_period' } })
  }
  if (body.options || body.axes || body.price) {
    const options = body.options ?? (current ? (await readOptions(context, [current.id]))(current.id) : [])
    requireOptions(merged.axes ?? [], options as Options, merged.price ?? 0)
  }
}

/** Writes the options of a product: known ids keep their stock, new ones are created, missing ones are deleted. */
const writeOptions = async (context: Context, good: string, options: (typeof GoodInput)['_output']['options']) => {
  const existing = (await readOptions(context, [good]))(good)
  const rows = options.map(({ _id, ...option }, position) => {
    if (_id && !existing.some(({ id }) => id === _id)) throw new AppError('invalid', { fields: { options: 'choose' } })
    return { ...option, id: _id ?? context.newId(), goodId: good, position }
  })
  const keptIds = rows.map(({ id }) => id)
  await context.database
    .delete(shopOptions)
    .where(and(eq(shopOptions.goodId, good), notInArray(shopOptions.id, keptIds)))
  for (const row of rows) {
    const { id, goodId, ...fields } = row
    await context.database
      .insert(shopOptions)
      .values(row)
      .onConflictDoUpdate({ target: shopOptions.id, set: fields, setWhere: eq(shopOptions.goodId, goodId) })
  }
}

/** Maps violated constraints to messages of the form's fields. */
const withFieldErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (violatedConstraint(error) !== 'shop_goods_category_id_fkey') throw error
    throw new AppError('invalid', { fields: { category: 'choose' } })
  }
}

const base = tableHandlers({ list: contract.list, get: contract.get, remove: contract.remove }, shopGoods, {
  // Same search as the public list; `shop_listings` has a row of every product, hidden ones included.
  words: (words) => sql`${shopGoods.id} IN (SELECT good_id FROM ${shopListings} WHERE ${matchesSearch(words)})`,
  title: (row) => row.name.ko,
  present,
  filters: { low: (low) => (low ? sql`${lowestStock} < 3` : sql`${lowestStock} >= 3`) },
  lineColumns: ['pictures'],
  async presentLines(rows, context) {
    const ids = rows.map(({ id }) => id)
    const [options, pictures] = await Promise.all([
      readOptions(context, ids),
      findFiles(
        context,
        rows.map((row) => row.pictures[0]),
      ),
    ])
    return rows.map(({ pictures: own, ...row }) => {
      const stocks = options(row.id).flatMap(({ visible, stock }) => (visible ? [stock] : []))
      return {
        ...toRecord(row),
        picture: pictureOf(pictures, own[0]),
        stock: stocks.reduce((sum, stock) => sum + stock, 0),
        least: stocks.length > 0 ? Math.min(...stocks) : 0,
      }
    })
  },
})

const readGood = async (context: Context, id: string): Promise<{ product: Good }> => {
  const rows = await context.database.select().from(shopGoods).where(eq(shopGoods.id, id))
  const [product] = await present(rows, context)
  if (!product) throw new AppError('not_found')
  return { product }
}

export const goodHandlers: Handlers<typeof contract> = {
  ...base,
  ...publicGoodHandlers,
  ...pictureHandlers(readGood),

  create: (context, { body }) =>
    withFieldErrors(() =>
      context.transaction(async (within) => {
        await requireFields(body, within, null)
        const { options, ...fields } = body
        const now = within.now()
        const id = within.newId()
        await within.database.insert(shopGoods).values({
          ...(toColumns(shopGoods, fields) as typeof shopGoods.$inferInsert),
          id,
          createdAt: now,
          updatedAt: now,
        })
        await writeOptions(within, id, options)
        const answer = await readGood(within, id)
        const { name } = answer.product
        await writeAudit(within, {
          action: 'create',
          entity: 'products',
          entityId: id,
          summary: name.ko,
          after: answer.product,
        })
        return answer
      }),
    ),

  update: (context, { params, body, sent, stamp }) =>
    withFieldErrors(() =>
      context.transaction(async (within) => {
        if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
        const changes = Object.fromEntries(
          Object.entries(body).filter(([key]) => sent.has(key) && key !== 'updatedAt'),
        ) as Partial<(typeof GoodInput)['_output']>
        const [current] = await within.database
          .select()
          .from(shopGoods)
          .where(eq(shopGoods.id, params.id))
          .for('update')
        if (!current) throw new AppError('not_found')
        const before = (await readGood(within, params.id)).product
        await requireFields(changes, within, current)
        const { options, ...fields } = changes
        const [row] = await changeRows(within, shopGoods, toColumns(shopGoods, fields))
          .where(and(eq(shopGoods.id, params.id), eq(shopGoods.updatedAt, stamp)))
          .returning({ id: shopGoods.id })
        if (!row) throw new AppError('stale', { current: before })
        if (options) await writeOptions(within, params.id, options)
        const answer = await readGood(within, params.id)
        const { product: after } = answer
        await writeAudit(within, {
          action: 'update',
          entity: 'products',
          entityId: params.id,
          summary: after.name.ko,
          before,
          after,
        })
        return answer
      }),
    ),

  stock: (context, { params, body }) =>
    context.transaction(async (within) => {
      const [option] = await within.database
        .select({ id: shopOptions.id })
        .from(shopOptions)
        .where(and(eq(shopOptions.id, body.option), eq(shopOptions.goodId, params.id)))
      if (!option) throw new AppError('not_found')
      try {
        await moveStock(within, [{ option: body.option, amount: body.amount }], body)
      } catch (error) {
        if (error instanceof AppError) throw new AppError('conflict', { fields: { amount: 'good_stock' } })
        throw error
      }
      const answer = await readGood(within, params.id)
      await writeAudit(within, {
        action: 'stock',
        entity: 'products',
        entityId: params.id,
        summary: answer.product.name.ko,
        after: body,
      })
      return answer
    }),

  async moves(context, { params, query }) {
    const where = sql`${shopStockMoves.optionId} IN (SELECT id FROM shop_options WHERE good_id = ${params.id})`
    const { page, limit } = query
    await readGood(context, params.id)
    const [rows, total] = await selectPage(context, shopStockMoves, where, { page, limit }, [
      desc(shopStockMoves.at),
      desc(shopStockMoves.id),
    ])
    const moves = rows.map(({ id, optionId, amount, kind, note, at }) => ({
      _id: id,
      option: optionId,
      amount,
      kind,
      note,
      at: at.toISOString(),
    }))
    return { moves, total, page, limit }
  },
}
