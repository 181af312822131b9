import { type SQL, sql } from 'drizzle-orm'
import type { Localized } from '#kit/contract.ts'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { checkedPeriods, type DaySpan } from '#kit/time/report-period.ts'
import { m } from '#messages/messages.js'
import type { reports as contract, SalesRow } from '../contract.ts'

const isWithin = ({ from, to }: DaySpan): SQL => sql`day BETWEEN ${from}::date AND ${to}::date`

/** Sums the daily rows, grouped by `key` of the day. Parts of a day may cancel out to zero. */
const readSales = async (context: Context, key: SQL, span: DaySpan): Promise<SalesRow[]> => {
  const { rows } = await context.database.execute<Record<keyof SalesRow, string>>(sql`
    SELECT * FROM (
      SELECT ${key} AS key, sum(orders) AS orders, sum(quantity) AS quantity, sum(discounts) AS discounts,
        sum(sales) AS sales, sum(refunds) AS refunds, sum(sales) - sum(refunds) AS net
      FROM shop_daily_sales WHERE ${isWithin(span)} GROUP BY 1) AS kept
    WHERE (orders, quantity, discounts, sales, refunds) <> (0, 0, 0, 0, 0) ORDER BY key`)
  return rows.map(({ key: name, ...figures }) => ({
    key: name,
    orders: Number(figures.orders),
    quantity: Number(figures.quantity),
    discounts: Number(figures.discounts),
    sales: Number(figures.sales),
    refunds: Number(figures.refunds),
    net: Number(figures.net),
  }))
}

const report =
  (key: SQL) =>
  async (context: Context, { query }: { query: DaySpan }) => {
    const { span, compared } = checkedPeriods(query)
    const [rows, before] = await Promise.all([readSales(context, key, span), readSales(context, key, compared)])
    return { rows, before, compared }
  }

type ProductRow = {
  product: string | null
  name: (Localized & { ko: string }) | null
  picture: string | null
  before: number
  count: number
} & Record<'quantity' | 'sales' | 'returned' | 'refunds', number> &
  Record<'allQuantity' | 'allSales' | 'allReturned' | 'allRefunds', number>

/** Maximum number of products shown; the total includes the others. */
const maxProducts = 200

/**
 * Adds up daily sums in memory as integers: reading the days takes only a third of the time, so monthly sums would save
 * little.
 */
const productSales = (context: Context, span: DaySpan, compared: DaySpan): Promise<ProductRow[]> =>
  context.transaction(async ({ database }) => {
    // With less memory the planner walks all rows by an index to avoid a hash table on disk.
    await database.execute(sql`SET LOCAL work_mem = '32MB'`)
    const before = (good: SQL) => sql`(SELECT sum_as_bigint(sales - refunds) FROM shop_daily_goods AS past
      WHERE ${good} AND ${isWithin(compared)})`
    const { rows } = await database.execute<ProductRow>(sql`
      WITH now AS (SELECT good_id, sum_as_bigint(quantity) AS quantity, sum_as_bigint(sales) AS sales,
          sum_as_bigint(returned) AS returned, sum_as_bigint(refunds) AS refunds
          FROM shop_daily_goods WHERE ${isWithin(span)} GROUP BY good_id),
        sold AS (SELECT * FROM now WHERE (quantity, sales, returned, refunds) <> (0, 0, 0, 0)),
        whole AS (SELECT count(*) AS count, sum_as_bigint(quantity) AS "allQuantity", sum_as_bigint(sales) AS "allSales",
          sum_as_bigint(returned) AS "allReturned", sum_as_bigint(refunds) AS "allRefunds" FROM sold),
        top AS (SELECT * FROM sold ORDER BY sales - refunds DESC, good_id LIMIT ${maxProducts})
      SELECT top.good_id AS product, good.name, good.pictures ->> 0 AS picture, top.quantity, top.sales, top.returned,
        top.refunds, whole.*,
        -- The period before is asked of those that are shown alone, each by its index; of removed ones once.
        CASE WHEN top.good_id IS NULL THEN ${before(sql`past.good_id IS NULL`)}
          ELSE ${before(sql`past.good_id = top.good_id`)} END AS before
      FROM whole CROSS JOIN top LEFT JOIN shop_goods AS good ON good.id = top.good_id
      ORDER BY top.sales - top.refunds DESC, top.good_id`)
    return rows
  })

export const reportHandlers: Handlers<typeof contract> = {
  monthly: report(sql`to_char(day, 'YYYY-MM')`),
  daily: report(sql`to_char(day, 'YYYY-MM-DD')`),
  dayOfWeek: report(sql`to_char(day, 'ID')`),

  async products(context, { query }) {
    const { span, compared } = checkedPeriods(query)
    const rows = await productSales(context, span, compared)
    const pictures = await findFiles(
      context,
      rows.flatMap(({ picture }) => picture ?? []),
    )
    const [first] = rows
    const figures = (quantity = 0, sales = 0, returned = 0, refunds = 0) => ({
      quantity,
      sales,
      returned,
      refunds,
      net: sales - refunds,
    })
    return {
      products: rows.map((row) => ({
        product: row.name ? row.product : null,
        name: row.name ? textIn(context.locale, row.name) : m.reports_removed_products({}, { locale: context.locale }),
        picture: pictureOf(pictures, row.picture ?? undefined),
        ...figures(row.quantity, row.sales, row.returned, row.refunds),
        before: row.before,
      })),
      count: first?.count ?? 0,
      total: figures(first?.allQuantity, first?.allSales, first?.allReturned, first?.allRefunds),
      compared,
    }
  },
}
