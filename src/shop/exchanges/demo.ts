import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#kit/errors.ts'
import { parseDemo } from '#kit/module/demo-records.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { moveStock } from '#shop/goods/server/move-stock.ts'
import { shopOrderEvents, shopOrders } from '#shop/orders/table.ts'
import { returnReasons } from '#shop/returns/rules.ts'
import { shopReturnPieces } from '#shop/returns/table.ts'
import records from './demo.json' with { type: 'json' }
import type { ExchangeState } from './rules.ts'
import { calculateExchange, findExchangeOptions, type WantedExchange } from './server/calculate-exchange.ts'
import { shopExchanges } from './table.ts'

const hour = 3_600_000

/** Picks another option of a line, or the same one if there is no other; undefined if nothing can be exchanged. */
const wantedOf = async (
  context: Context,
  order: typeof shopOrders.$inferSelect,
  { reason, state }: { reason: WantedExchange['reason']; state: ExchangeState },
) => {
  for (const { line, options } of await findExchangeOptions(context, order)) {
    const [first, ...others] = options.filter(({ option }) => option.stock > 0)
    for (const one of [...others, first]) {
      if (!one) continue
      const wanted = { line, quantity: 1, option: one.option.id, reason }
      const reckoned = await calculateExchange(context, order, wanted).catch((error: unknown) => {
        if (error instanceof AppError) return null
        throw error
      })
      // A refund would need a made-up account, and a completed exchange must have been paid.
      if (reckoned && (state === 'done' ? reckoned.balance === 0 : reckoned.balance >= 0))
        return { order, reason, ...reckoned }
    }
  }
}

/** Events after the request, by state. */
const stepsOf = {
  asked: [],
  collected: ['exchange_collected'],
  refused: ['exchange_collected', 'exchange_refused'],
  done: ['exchange_collected', 'exchange_shipped', 'exchange_done'],
} as const

const cases = parseDemo(
  z.array(
    z.strictObject({
      of: z.enum(['guest', 'member']),
      reason: z.enum(returnReasons),
      state: z.enum(['asked', 'collected', 'refused', 'done']),
      text: z.string().default(''),
      decision: z.string().default(''),
    }),
  ),
  records,
)

/**
 * Seeds exchanges of guests that are requested, done and refused, and one of the account `member` whose piece was
 * collected. No mail is sent.
 */
export const seed = async (context: Context, { isDemo, accounts }: SeedContext): Promise<void> => {
  if (!isDemo) return
  const { database } = context
  const member = accounts.find(({ username }) => username === 'member')?.id
  const taken = new Set<string>()
  for (const { of, reason, state, text, decision } of cases) {
    if (of === 'member' && !member) continue
    const whose = of === 'member' && member ? eq(shopOrders.userId, member) : isNull(shopOrders.userId)
    const orders = await database
      .select()
      .from(shopOrders)
      .where(and(whose, eq(shopOrders.way, 'parcel'), inArray(shopOrders.state, ['delivered', 'confirmed'])))
      .orderBy(desc(shopOrders.deliveredAt))
      .limit(24)
    let wanted: Awaited<ReturnType<typeof wantedOf>>
    for (const order of orders) {
      if (taken.has(order.id)) continue
      wanted = await wantedOf(context, order, { reason, state })
      if (wanted) break
    }
    if (!wanted) continue
    const { order, line, option, pieces, difference, fee, balance } = wanted
    taken.add(order.id)
    const id = context.newId()
    const now = context.now()
    const asked = new Date(Math.max(order.deliveredAt?.getTime() ?? 0, now.getTime() - 20 * hour))
    const isRefused = state === 'refused'
    // A refusal puts the new piece back into stock.
    if (!isRefused)
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
      text,
      state,
      difference,
      fee,
      balance,
      ...(isRefused && { decision }),
      ...(state === 'done' && { carrier: '시연택배', tracking: '4410-0000-2001', doneAt: now }),
      createdAt: asked,
      updatedAt: asked,
    })
    // The pieces stay reserved until the exchange ends.
    if (state === 'asked' || state === 'collected')
      await database
        .insert(shopReturnPieces)
        .values(pieces.map((piece) => ({ lineId: line.id, piece, exchangeId: id })))
    await database.insert(shopOrderEvents).values([
      { id: context.newId(), orderId: order.id, state: 'exchange_asked', at: asked },
      ...stepsOf[state].map((step) => ({
        id: context.newId(),
        orderId: order.id,
        state: step,
        at: now,
        note: step === 'exchange_refused' ? decision : step === 'exchange_shipped' ? '시연택배 4410-0000-2001' : '',
      })),
    ])
  }
}
