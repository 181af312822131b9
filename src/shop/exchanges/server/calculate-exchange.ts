import { sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { findOptions, readOptions } from '#shop/goods/server/find-goods.ts'
import { type OptionRow, shopGoods } from '#shop/goods/table.ts'
import { sharePieces } from '#shop/money/rules.ts'
import { faultDays, returnDays } from '#shop/orders/rules.ts'
import { selectForClaim } from '#shop/orders/rules-claim-term.ts'
import { readClaimedPieces, readLines } from '#shop/orders/server/find-order.ts'
import type { OrderLineRow, OrderRow } from '#shop/orders/table.ts'
import { isSellerAtFault, type ReturnReason } from '#shop/returns/rules.ts'
import { type CurrentPiece, readCurrentPieces } from '#shop/returns/server/read-current-pieces.ts'
import { startOfTerm } from '#shop/returns/server/read-term-starts.ts'
import { calculateDifference } from '../rules.ts'

export interface WantedExchange {
  line: string
  quantity: number
  option: string
  reason: ReturnReason
  /** Number of one of the wanted pieces; identical pieces are exchanged with it. */
  piece?: number | undefined
}

/** Identical pieces of a line that the customer still has: same option, same price. */
interface IdenticalPieces {
  line: OrderLineRow
  pieces: number[]
  held: CurrentPiece
  /** When the last exchange of each piece was completed, by its number. */
  exchangedAt: Map<number, Date | null>
}

const groupIdenticalPieces = async (context: Context, lines: readonly OrderLineRow[]): Promise<IdenticalPieces[]> => {
  const ids = lines.map(({ id }) => id)
  const [taken, held] = await Promise.all([readClaimedPieces(context, ids), readCurrentPieces(context, lines)])
  const all = new Map<string, IdenticalPieces>()
  for (const line of lines)
    for (let piece = 0; piece < line.quantity; piece += 1) {
      if (taken(line.id).includes(piece)) continue
      const now = held(line, piece)
      const key = JSON.stringify([line.id, now.option, now.values, now.more])
      const group: IdenticalPieces = all.get(key) ?? { line, pieces: [], held: now, exchangedAt: new Map() }
      group.pieces.push(piece)
      group.exchangedAt.set(piece, now.at)
      all.set(key, group)
    }
  return [...all.values()]
}

interface Priced {
  alike: IdenticalPieces
  /** Pieces to exchange. */
  pieces: readonly number[]
  option: Pick<OptionRow, 'id' | 'difference'>
  /** Option that was ordered; undefined if it was deleted. */
  from: OptionRow | undefined
  goodPrice: number
}

/** Returns the difference per piece; 0 for the same option, whose price is already settled. */
const pricedDifference = ({ alike: { line, held }, pieces, option, from, goodPrice }: Priced): number =>
  option.id === held.option
    ? 0
    : calculateDifference({
        price: line.price,
        discount: line.discount,
        from: from?.difference ?? null,
        to: option.difference,
        goodPrice,
        paid: Math.min(...pieces.map((piece) => sharePieces(line.paid, line.quantity, piece, 1))),
        more: held.more,
      })

/**
 * Calculates the cost or refund of an exchange. Throws `conflict` if the piece cannot be exchanged any more, or not for
 * this option.
 */
export const calculateExchange = async (
  context: Context,
  order: OrderRow,
  { line: lineId, quantity, option: optionId, reason, piece }: WantedExchange,
) => {
  if (!order.deliveredAt || !['delivered', 'confirmed'].includes(order.state))
    throw new AppError('conflict', { fields: { state: 'exchange_state' } })
  const lines = await readLines(context, [order.id])
  const line = lines.find(({ id }) => id === lineId)
  const found = (await findOptions(context, [optionId])).get(optionId)
  // Check only the option: exchanges stay possible after the product is hidden.
  if (!line?.goodId || found?.good.id !== line.goodId || !found.option.visible)
    throw new AppError('conflict', { fields: { option: 'exchange_option' } })
  const alike = (await groupIdenticalPieces(context, [line])).find(
    ({ pieces }) => pieces.length >= quantity && (piece === undefined || pieces.includes(piece)),
  )
  if (!alike) throw new AppError('conflict', { fields: { quantity: 'exchange_quantity' } })
  const days = isSellerAtFault(reason) ? faultDays : returnDays
  const { selected, isLate } = selectForClaim(
    alike.pieces.map((one) => ({
      piece: one,
      start: startOfTerm(order, [{ at: alike.exchangedAt.get(one) ?? null }]),
    })),
    { count: quantity, now: context.now(), days },
  )
  if (isLate) throw new AppError('conflict', { fields: { reason: 'exchange_late' } })
  const pieces = selected.map((one) => one.piece)
  const from = line.optionId ? (await findOptions(context, [line.optionId])).get(line.optionId)?.option : undefined
  const difference = pricedDifference({ alike, pieces, option: found.option, from, goodPrice: found.good.price })
  // A change of mind pays both parcels, back and out. Pickup orders are exchanged at the same desk, without a fee.
  const fee = isSellerAtFault(reason) || order.way === 'pickup' ? 0 : order.returnFee * 2
  const balance = difference * quantity + fee
  return { line, option: found.option, pieces, difference, fee, balance }
}

/** Returns the options for which pieces of an order can be exchanged: the visible options of their product. */
export const findExchangeOptions = async (context: Context, order: OrderRow) => {
  const all = await groupIdenticalPieces(context, await readLines(context, [order.id]))
  const goods = [...new Set(all.flatMap(({ line }) => line.goodId ?? []))]
  const [byGood, prices] = await Promise.all([
    readOptions(context, goods),
    goods.length === 0
      ? []
      : context.database
          .select({ id: shopGoods.id, price: shopGoods.price })
          .from(shopGoods)
          .where(sql`${shopGoods.id} IN ${goods}`),
  ])
  return all.flatMap((alike) => {
    const { line, pieces, held } = alike
    const [piece] = pieces
    if (!line.goodId || piece === undefined) return []
    const options = byGood(line.goodId)
    const from = options.find(({ id }) => id === line.optionId)
    const goodPrice = prices.find(({ id }) => id === line.goodId)?.price ?? line.price
    return [
      {
        line: line.id,
        piece,
        quantity: pieces.length,
        held,
        options: options
          .filter(({ visible }) => visible)
          .map((option) => ({
            option,
            difference: pricedDifference({ alike, pieces, option, from, goodPrice }),
          })),
      },
    ]
  })
}
