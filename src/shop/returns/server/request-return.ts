import type { SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { encryptAccount } from '#kit/server/records/encrypt-account.ts'
import { lockOrder } from '#shop/orders/server/find-order.ts'
import { recordEvent } from '#shop/orders/server/record-event.ts'
import { sendOrderMail } from '#shop/orders/server/send-order-mail.ts'
import { needsRefundAccount } from '#shop/payments/server/refund-payment.ts'
import type { ReturnInput } from '../contract.ts'
import { type ReturnRow, shopReturns } from '../table.ts'
import { calculateReturn } from './calculate-return.ts'
import { reservePieces } from './reserve-pieces.ts'

export const encryptionLabel = (id: string): string => `shop_returns:${id}`

/** Requests a return. Each piece can be returned once: the primary key of the pieces rejects a second claim. */
export const requestReturn = (
  context: Context,
  where: SQL | undefined,
  body: Omit<z.output<typeof ReturnInput>, 'pictures'> & { pictures?: string[] },
): Promise<ReturnRow> =>
  context.transaction(async (within) => {
    const order = await lockOrder(within, where)
    const { slip, pieces } = await calculateReturn(within, order, body)
    const isToAccount = await needsRefundAccount(within, order.id, slip.total)
    if (isToAccount && !body.account) throw new AppError('invalid', { fields: { account: 'required' } })
    const now = within.now()
    const id = within.newId()
    const [row] = await within.database
      .insert(shopReturns)
      .values({
        id,
        orderId: order.id,
        userId: order.userId,
        reason: body.reason,
        text: body.text,
        pictures: body.pictures ?? [],
        lines: body.lines,
        state: 'asked',
        slip,
        sealed: body.account && isToAccount ? encryptAccount(within, encryptionLabel(id), body.account) : null,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    if (!row) throw new AppError('conflict')
    await reservePieces(
      within,
      pieces.map(({ line, piece }) => ({ lineId: line, piece, returnId: id })),
      { lines: 'return_quantity' },
    )
    await recordEvent(within, order.id, 'return_asked')
    await sendOrderMail(within, order, 'returnAsked', { amount: slip.total })
    await publishEvent(within, { scope: 'console:shop' }, { topic: 'returns', id })
    return row
  })
