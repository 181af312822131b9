import { inArray, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { formatOrderNumber } from '#shop/orders/rules.ts'
import { readLines, readOrders } from '#shop/orders/server/find-order.ts'
import type { ConsoleReturn, Return } from '../contract.ts'
import { type ReturnRow, shopReturns } from '../table.ts'
import { readCurrentTotals } from './calculate-return.ts'

export const present = async (context: Context, rows: readonly ReturnRow[]): Promise<ConsoleReturn[]> => {
  const orderOf = await readOrders(context, rows)
  const lines = await readLines(context, [...new Set(rows.map(({ orderId }) => orderId))])
  const [pictures, refunds, slipNow] = await Promise.all([
    findFiles(context, [...rows.flatMap((row) => row.pictures), ...lines.map(({ picture }) => picture)]),
    rows.length === 0
      ? { rows: [] }
      : context.database.execute<{ id: string }>(sql`
          SELECT return_id AS id FROM shop_payments
            WHERE ${inArray(
              sql`return_id`,
              rows.map(({ id }) => id),
            )} GROUP BY return_id HAVING bool_and(done_at IS NOT NULL)`),
    readCurrentTotals(context, rows, orderOf),
  ])
  return rows.flatMap((row) => {
    const order = orderOf(row.orderId)
    if (!order) return []
    return [
      {
        _id: row.id,
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
        order: row.orderId,
        number: formatOrderNumber(order),
        state: row.state,
        reason: row.reason,
        text: row.text,
        pictures: row.pictures.flatMap((id) => pictureOf(pictures, id) ?? []),
        slip: slipNow(row),
        decision: row.decision,
        decidedAt: row.decidedAt?.toISOString() ?? null,
        lines: row.lines.flatMap(({ line: id, quantity }) => {
          const line = lines.find((one) => one.id === id)
          if (!line) return []
          return [
            {
              line: id,
              name: textIn(context.locale, line.title),
              values: line.values.map((value) => textIn(context.locale, value)),
              picture: pictureOf(pictures, line.picture),
              quantity,
            },
          ]
        }),
        buyer: order.name,
        restocked: row.restocked,
        refundDone: refunds.rows.some(({ id }) => id === row.id),
      },
    ]
  })
}

/** Removes the fields that customers do not see. */
export const forCustomer = ({ buyer: _buyer, restocked: _stock, refundDone: _done, ...rest }: ConsoleReturn): Return =>
  rest

export const rowsOf = (
  context: Context,
  where: SQL | undefined,
  { order = [], limit = 1000, offset = 0 }: { order?: SQL[]; limit?: number; offset?: number } = {},
) =>
  context.database
    .select()
    .from(shopReturns)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)

export const readReturn = async (context: Context, where: SQL | undefined): Promise<{ return: ConsoleReturn }> => {
  const [found] = await present(context, await rowsOf(context, where))
  if (!found) throw new AppError('not_found')
  return { return: found }
}
