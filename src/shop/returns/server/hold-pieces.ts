import { inArray, sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import type { OrderLineRow } from '#shop/orders/table.ts'

/** A piece of a line, by its number. */
export interface Piece {
  line: string
  piece: number
}

/** What a piece is now: what was ordered, or what it was last exchanged for. */
export interface Held {
  /** Null where the option is gone. */
  option: string | null
  values: OrderLineRow['values']
  /** Won that all its exchanges cost more, or less than 0, without their parcels. */
  more: number
  /** When the last exchange was done; null where there was none. */
  at: Date | null
}

/**
 * What pieces of lines are now, by the exchanges that are done. Asked with a moment it says what they were then: a piece
 * is bound from the asking on, so that its exchanges follow one another.
 */
export const heldOf = async (
  context: Context,
  lines: readonly OrderLineRow[],
): Promise<(line: OrderLineRow, piece: number, before?: Date) => Held> => {
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

/** Options that pieces go into stock as. */
export const optionsHeld = async (
  context: Context,
  lines: readonly OrderLineRow[],
  pieces: readonly Piece[],
): Promise<{ option: string; amount: number }[]> => {
  const held = await heldOf(context, lines)
  const amounts = new Map<string, number>()
  for (const { line: id, piece } of pieces) {
    const line = lines.find((one) => one.id === id)
    const option = line && held(line, piece).option
    if (option) amounts.set(option, (amounts.get(option) ?? 0) + 1)
  }
  return [...amounts].map(([option, amount]) => ({ option, amount }))
}
