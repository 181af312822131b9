import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { shopStockMoves } from '../table.ts'

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
