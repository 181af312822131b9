import { inArray, sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import type { OrderLineRow } from '#shop/orders/table.ts'

/** One piece of an order line, by its number. */
export interface Piece {
  line: string
  piece: number
}

/** What the customer holds: the ordered option, or the one of the last exchange. */
export interface CurrentPiece {
  /** Null if the option was deleted. */
  option: string | null
  values: OrderLineRow['values']
  /** Sum of the differences of its exchanges in won, without parcel fees; can be negative. */
  more: number
  /** When the last exchange was completed; null if there was none. */
  at: Date | null
}

/**
 * Returns what pieces are after their completed exchanges, now or `before` a moment. A piece is reserved from the
 * request on, so its exchanges never overlap.
 */
export const readCurrentPieces = async (
  context: Context,
  lines: readonly OrderLineRow[],
): Promise<(line: OrderLineRow, piece: number, before?: Date) => CurrentPiece> => {
  const ids = lines.map(({ id }) => id)
  const { rows } =
    ids.length === 0
      ? { rows: [] }
      : await context.database.execute<{
          line: string
          pieces: number[]
          option: string | null
          values: OrderLineRow['values']
          difference: string
          at: string
        }>(sql`
          SELECT line_id AS line, pieces, option_id AS option, values, difference::text AS difference, done_at AS at
          FROM shop_exchanges WHERE ${inArray(sql`line_id`, ids)} AND state = 'done' ORDER BY done_at, created_at, id`)
  const done = rows.map((row) => ({ ...row, difference: Number(row.difference), at: new Date(row.at) }))
  return (line, piece, before) => {
    const own = done.filter(
      (one) => one.line === line.id && one.pieces.includes(piece) && (before === undefined || one.at <= before),
    )
    const last = own.at(-1)
    return {
      option: last ? last.option : line.optionId,
      values: last ? last.values : line.values,
      more: own.reduce((sum, { difference }) => sum + difference, 0),
      at: last?.at ?? null,
    }
  }
}

/** Returns the options as which pieces are restocked. */
export const groupByOption = async (
  context: Context,
  lines: readonly OrderLineRow[],
  pieces: readonly Piece[],
): Promise<{ option: string; amount: number }[]> => {
  const held = await readCurrentPieces(context, lines)
  const amounts = new Map<string, number>()
  for (const { line: id, piece } of pieces) {
    const line = lines.find((one) => one.id === id)
    const option = line && held(line, piece).option
    if (option) amounts.set(option, (amounts.get(option) ?? 0) + 1)
  }
  return [...amounts].map(([option, amount]) => ({ option, amount }))
}
