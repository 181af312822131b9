import type { SQL } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { readConditions } from '#shop/conditions/server/read-conditions.ts'
import { formatOrderNumber } from '#shop/orders/rules.ts'
import { readLines, readOrders } from '#shop/orders/server/find-order.ts'
import { readCurrentPieces } from '#shop/returns/server/read-current-pieces.ts'
import type { ConsoleExchange, Exchange } from '../contract.ts'
import { type ExchangeRow, shopExchanges } from '../table.ts'

export const presentExchangeTotals = ({
  difference,
  fee,
  balance,
  pieces,
}: Pick<ExchangeRow, 'difference' | 'fee' | 'balance' | 'pieces'>) => ({
  difference: difference * pieces.length,
  fee,
  balance,
})

const isToPay = ({ state, balance, settledAt }: ExchangeRow): boolean =>
  balance > 0 && settledAt === null && (state === 'asked' || state === 'collected')

export const present = async (context: Context, rows: readonly ExchangeRow[]): Promise<ConsoleExchange[]> => {
  const orderOf = await readOrders(context, rows)
  const [lines, { bank, account, holder }] = await Promise.all([
    readLines(context, [...new Set(rows.map(({ orderId }) => orderId))]),
    readConditions(context),
  ])
  const held = await readCurrentPieces(context, lines)
  const ids = [...rows.flatMap((row) => row.pictures), ...lines.map(({ picture }) => picture)]
  const pictures = await findFiles(context, ids)
  return rows.flatMap((row) => {
    const order = orderOf(row.orderId)
    const line = lines.find(({ id }) => id === row.lineId)
    if (!order || !line) return []
    return [
      {
        _id: row.id,
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
        order: row.orderId,
        number: formatOrderNumber(order),
        state: row.state,
        way: row.way,
        reason: row.reason,
        text: row.text,
        pictures: row.pictures.flatMap((id) => pictureOf(pictures, id) ?? []),
        name: textIn(context.locale, line.title),
        picture: pictureOf(pictures, line.picture),
        from: held(line, row.pieces[0] ?? 0, row.createdAt).values.map((value) => textIn(context.locale, value)),
        to: row.values.map((value) => textIn(context.locale, value)),
        quantity: row.pieces.length,
        slip: presentExchangeTotals(row),
        settledAt: row.settledAt?.toISOString() ?? null,
        payTo: isToPay(row) ? { bank, account, holder } : null,
        carrier: row.carrier,
        tracking: row.tracking,
        decision: row.decision,
        doneAt: row.doneAt?.toISOString() ?? null,
        buyer: order.name,
        restocked: row.restocked,
      },
    ]
  })
}

export const forCustomer = ({ buyer: _buyer, restocked: _stock, ...rest }: ConsoleExchange): Exchange => rest

export const rowsOf = (
  context: Context,
  where: SQL | undefined,
  { order = [], limit = 1000, offset = 0 }: { order?: SQL[]; limit?: number; offset?: number } = {},
) =>
  context.database
    .select()
    .from(shopExchanges)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)

export const readExchange = async (
  context: Context,
  where: SQL | undefined,
): Promise<{ exchange: ConsoleExchange }> => {
  const [exchange] = await present(context, await rowsOf(context, where))
  if (!exchange) throw new AppError('not_found')
  return { exchange }
}
