import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { moveStock } from '#shop/goods/server/move-stock.ts'
import { formatOrderNumber } from '#shop/orders/rules.ts'
import { findOrder, readLines } from '#shop/orders/server/find-order.ts'
import { recordEvent } from '#shop/orders/server/record-event.ts'
import { type OrderRow, shopOrders } from '#shop/orders/table.ts'
import { groupByOption } from '#shop/returns/server/read-current-pieces.ts'
import { releasePieces } from '#shop/returns/server/reserve-pieces.ts'
import { type ExchangeState, exchangeTransitions } from '../rules.ts'
import { type ExchangeRow, shopExchanges } from '../table.ts'
import { readExchange } from './present-exchanges.ts'

/** Returns the options of the pieces before the exchange, as which they are restocked. */
export const optionsBeforeExchange = async (within: Context, row: ExchangeRow) =>
  groupByOption(
    within,
    await readLines(within, [row.orderId]),
    row.pieces.map((piece) => ({ line: row.lineId, piece })),
  )

export const auditExchange = (within: Context, row: ExchangeRow, order: OrderRow, after: object): Promise<void> =>
  writeAudit(within, {
    action: `exchange_${row.state}`,
    entity: 'exchanges',
    entityId: row.id,
    summary: formatOrderNumber(order),
    after,
  })

interface Move {
  to: keyof typeof exchangeTransitions
  from?: readonly ExchangeState[]
  values?: Partial<ExchangeRow>
  /** Further condition of the `UPDATE`. */
  and?: SQL
  /** Error of an exchange whose state is right but which does not meet `and`. */
  refusal?: string
}

/** Changes the state by compare-and-set; throws `not_found` or `conflict`. */
export const changeExchangeState = async (
  within: Context,
  where: SQL | undefined,
  { to, from = exchangeTransitions[to], values = {}, refusal = 'exchange_state', ...rest }: Move,
): Promise<{ row: ExchangeRow; order: OrderRow }> => {
  const [row] = await changeRows(within, shopExchanges, { ...values, state: to })
    .where(and(where, inArray(shopExchanges.state, [...from]), rest.and))
    .returning()
  if (!row) {
    const { exchange } = await readExchange(within, where)
    const state = from.includes(exchange.state) ? refusal : 'exchange_state'
    throw new AppError('conflict', { fields: { state } })
  }
  const order = await findOrder(within, eq(shopOrders.id, row.orderId))
  await recordEvent(
    within,
    order.id,
    `exchange_${to}`,
    to === 'shipped' ? `${row.carrier} ${row.tracking}` : row.decision,
  )
  if (within.scope.principal?.scopes.includes('console')) await auditExchange(within, row, order, { state: to })
  return { row, order }
}

/**
 * Reverts an exchange: the new pieces go back into stock, and pieces that were restocked leave it for the customer
 * again. Throws `conflict` if those were sold meanwhile.
 */
export const revertExchange = async (within: Context, row: ExchangeRow): Promise<void> => {
  await releasePieces(within, { exchangeId: row.id })
  const about = { kind: 'exchange', orderId: row.orderId } as const
  // Increase stock first: if both options are the same, this piece is the one that leaves below.
  if (row.optionId) await moveStock(within, [{ option: row.optionId, amount: row.pieces.length }], about)
  if (!row.restocked) return
  const left = await optionsBeforeExchange(within, row)
  await moveStock(
    within,
    left.map(({ option, amount }) => ({ option, amount: -amount })),
    about,
  )
}
