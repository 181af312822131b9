import type { SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { encryptAccount } from '#kit/server/records/encrypt-account.ts'
import { readConditions, takesTransfers } from '#shop/conditions/server/read-conditions.ts'
import { moveStock } from '#shop/goods/server/move-stock.ts'
import { lockOrder } from '#shop/orders/server/find-order.ts'
import { recordEvent } from '#shop/orders/server/record-event.ts'
import { sendOrderMail } from '#shop/orders/server/send-order-mail.ts'
import { needsRefundAccount } from '#shop/payments/server/refund-payment.ts'
import { reservePieces } from '#shop/returns/server/reserve-pieces.ts'
import type { ExchangeInput } from '../contract.ts'
import { type ExchangeRow, shopExchanges } from '../table.ts'
import { calculateExchange } from './calculate-exchange.ts'

export const encryptionLabel = (id: string): string => `shop_exchanges:${id}`

/**
 * Requests an exchange. One transaction takes the new pieces from stock and reserves the old ones, so that each piece
 * is exchanged or returned once.
 */
export const requestExchange = (
  context: Context,
  where: SQL | undefined,
  body: Omit<z.output<typeof ExchangeInput>, 'pictures'> & { pictures?: string[] },
): Promise<ExchangeRow> =>
  context.transaction(async (within) => {
    const order = await lockOrder(within, where)
    const { line, option, pieces, difference, fee, balance } = await calculateExchange(within, order, body)
    const isToAccount = await needsRefundAccount(within, order.id, -balance)
    if (isToAccount && !body.account) throw new AppError('invalid', { fields: { account: 'required' } })
    if (balance > 0 && !takesTransfers(await readConditions(within)))
      throw new AppError('conflict', { fields: { payment: 'order_account' } })
    const now = within.now()
    const id = within.newId()
    await moveStock(within, [{ option: option.id, amount: -pieces.length }], { kind: 'exchange', orderId: order.id })
    const [row] = await within.database
      .insert(shopExchanges)
      .values({
        id,
        orderId: order.id,
        userId: order.userId,
        lineId: line.id,
        pieces,
        optionId: option.id,
        values: option.values,
        reason: body.reason,
        text: body.text,
        pictures: body.pictures ?? [],
        state: 'asked',
        way: order.way,
        difference,
        fee,
        balance,
        sealed: body.account && isToAccount ? encryptAccount(within, encryptionLabel(id), body.account) : null,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    if (!row) throw new AppError('conflict')
    await reservePieces(
      within,
      pieces.map((piece) => ({ lineId: line.id, piece, exchangeId: id })),
      { quantity: 'exchange_quantity' },
    )
    await recordEvent(within, order.id, 'exchange_asked')
    await sendOrderMail(within, order, balance > 0 ? 'exchangeAskedDue' : 'exchangeAsked', {
      amount: Math.abs(balance),
    })
    await publishEvent(within, { scope: 'console:shop' }, { topic: 'exchanges', id })
    return row
  })
