import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Filling } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { moveStock } from '#shop/goods/service.ts'
import { shopOrderEvents, shopOrders } from '#shop/orders/table.ts'
import { shopReturnPieces } from '#shop/returns/table.ts'
import { choicesOf, reckonExchange, type WantedExchange } from './service.ts'
import { shopExchanges } from './table.ts'

const hour = 3_600_000

/** Another option of a line where there is one, the same one otherwise; undefined where it cannot be exchanged any more. */
const wantedOf = async (context: Context, order: typeof shopOrders.$inferSelect, reason: WantedExchange['reason']) => {
  for (const { line, options } of await choicesOf(context, order)) {
    const [first, second] = options.filter(({ option }) => option.stock > 0)
    const option = (second ?? first)?.option.id
    if (!option) continue
    const wanted = { line, quantity: 1, option, reason }
    const reckoned = await reckonExchange(context, order, wanted).catch((error: unknown) => {
      if (error instanceof AppError) return null
      throw error
    })
    // Where money goes back an account would have to be invented.
    if (reckoned && reckoned.balance >= 0) return { order, reason, ...reckoned }
  }
}

const texts = { mind: '', fault: '받침 안쪽에 3 cm쯤 금이 있습니다. 상자를 열었을 때부터 있었습니다.', wrong: '' }

/** One exchange that a guest asked for and one of the account `member`, whose piece has come back: no letters go out. */
export const fill = async (context: Context, { isDemo, accounts }: Filling): Promise<void> => {
  if (!isDemo) return
  const { database } = context
  const member = accounts.find(({ username }) => username === 'member')?.id
  const buyers = [
    { whose: isNull(shopOrders.userId), reason: 'mind', state: 'asked' },
    ...(member ? [{ whose: eq(shopOrders.userId, member), reason: 'fault', state: 'collected' } as const] : []),
  ] as const
  for (const { whose, reason, state } of buyers) {
    const orders = await database
      .select()
      .from(shopOrders)
      .where(and(whose, eq(shopOrders.way, 'parcel'), inArray(shopOrders.state, ['delivered', 'confirmed'])))
      .orderBy(desc(shopOrders.deliveredAt))
      .limit(8)
    let wanted: Awaited<ReturnType<typeof wantedOf>>
    for (const order of orders) {
      wanted = await wantedOf(context, order, reason)
      if (wanted) break
    }
    if (!wanted) continue
    const { order, line, option, pieces, difference, fee, balance } = wanted
    const id = context.newId()
    const asked = new Date(Math.max(order.deliveredAt?.getTime() ?? 0, context.now().getTime() - 20 * hour))
    await moveStock(context, [{ option: option.id, amount: -pieces.length }], { kind: 'exchange', orderId: order.id })
    await database.insert(shopExchanges).values({
      id,
      orderId: order.id,
      userId: order.userId,
      lineId: line.id,
      pieces,
      optionId: option.id,
      values: option.values,
      reason,
      text: texts[reason],
      state,
      difference,
      fee,
      balance,
      createdAt: asked,
      updatedAt: asked,
    })
    await database.insert(shopReturnPieces).values(pieces.map((piece) => ({ lineId: line.id, piece, exchangeId: id })))
    await database
      .insert(shopOrderEvents)
      .values([
        { id: context.newId(), orderId: order.id, state: 'exchange_asked', at: asked },
        ...(state === 'collected'
          ? [{ id: context.newId(), orderId: order.id, state: 'exchange_collected' as const, at: context.now() }]
          : []),
      ])
  }
}
