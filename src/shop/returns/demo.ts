import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#kit/errors.ts'
import { parseDemo } from '#kit/module/demo-records.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { encryptAccount } from '#kit/server/records/encrypt-account.ts'
import { moveStock } from '#shop/goods/server/move-stock.ts'
import { readLines } from '#shop/orders/server/find-order.ts'
import { type OrderRow, shopOrderEvents, shopOrders } from '#shop/orders/table.ts'
import { refundPayment } from '#shop/payments/server/refund-payment.ts'
import { shopPayments } from '#shop/payments/table.ts'
import { takeBackPoints } from '#shop/points/server/take-back-points.ts'
import { writePoints } from '#shop/points/server/write-points.ts'
import records from './demo.json' with { type: 'json' }
import { type ReturnReason, returnReasons, returnStates } from './rules.ts'
import { calculateReturn } from './server/calculate-return.ts'
import { optionsToRestock } from './server/handle-returns.ts'
import { encryptionLabel } from './server/request-return.ts'
import { takeBackReviewPoints } from './server/take-back-review-points.ts'
import { shopReturnPieces, shopReturns } from './table.ts'

const hour = 3_600_000

const Case = z.strictObject({
  of: z.enum(['guest', 'member']),
  reason: z.enum(returnReasons),
  state: z.enum(returnStates).exclude(['withdrawn']),
  /** Hours since the request; the later steps follow at fixed intervals. */
  hours: z.number(),
  text: z.string().default(''),
  decision: z.string().default(''),
  restock: z.boolean().default(false),
  /** True if the refund by transfer is still due. */
  isDue: z.boolean().default(false),
})
type Case = z.infer<typeof Case>

/** One return per state, of guests and of the account `member`. */
const cases = parseDemo(Case.array(), records)

/** Hours from the request to each step. */
const [collectedAfter, decidedAfter] = [18, 24]

/** Picks one piece that can be returned; undefined if there is none. */
const wantedOf = async (context: Context, order: OrderRow, reason: ReturnReason) => {
  for (const line of await readLines(context, [order.id])) {
    const lines = [{ line: line.id, quantity: 1 }]
    const reckoned = await calculateReturn(context, order, { lines, reason }).catch((error: unknown) => {
      if (error instanceof AppError) return null
      throw error
    })
    if (reckoned && reckoned.slip.total > 0) return { order, lines, ...reckoned }
  }
}

type Wanted = NonNullable<Awaited<ReturnType<typeof wantedOf>>>

/** Refunds like an approval does, but sends no mail. */
const refund = async (context: Context, id: string, { one, wanted, at }: { one: Case; wanted: Wanted; at: Date }) => {
  const { order, slip } = wanted
  const account = { bank: '시연은행', number: '000-0000-0412', holder: order.name }
  // Changes the state by an update, so that the trigger of the daily sums fires.
  const [row] = await context.database
    .update(shopReturns)
    .set({ state: 'refunded', decidedAt: at, restocked: one.restock, sealed: null, updatedAt: at })
    .where(eq(shopReturns.id, id))
    .returning()
  if (!row) return
  await refundPayment(context, { order: order.id, returnId: id, amount: slip.total, account })
  if (!one.isDue)
    await context.database
      .update(shopPayments)
      .set({ createdAt: at, updatedAt: at, doneAt: new Date(at.getTime() + hour), sealed: null })
      .where(eq(shopPayments.returnId, id))
  if (one.restock) await moveStock(context, await optionsToRestock(context, row), { kind: 'return', orderId: order.id })
  if (!order.userId) return
  const about = { userId: order.userId, orderId: order.id, source: id }
  await writePoints(context, { ...about, kind: 'back', amount: slip.points })
  const given = { kind: 'purchase', source: order.id } as const
  if (order.confirmedAt) await takeBackPoints(context, { ...about, amount: slip.earns, grant: given })
  await takeBackReviewPoints(context, order)
}

const write = async (context: Context, one: Case, wanted: Wanted): Promise<void> => {
  const { order, slip, pieces, lines } = wanted
  const now = context.now().getTime()
  const asked = new Date(now - one.hours * hour)
  const [collected, decided] = [collectedAfter, decidedAfter].map((after) => new Date(asked.getTime() + after * hour))
  const id = context.newId()
  const isOpen = one.state === 'asked' || one.state === 'collected'
  const account = { bank: '시연은행', number: '000-0000-0412', holder: order.name }
  await context.database.insert(shopReturns).values({
    id,
    orderId: order.id,
    userId: order.userId,
    reason: one.reason,
    text: one.text,
    lines,
    state: one.state === 'refunded' ? 'collected' : one.state,
    slip,
    sealed: isOpen ? encryptAccount(context, encryptionLabel(id), account) : null,
    ...(one.state === 'refused' && { decision: one.decision, decidedAt: decided }),
    createdAt: asked,
    updatedAt: asked,
  })
  // After a refusal the pieces are released.
  if (one.state !== 'refused')
    await context.database
      .insert(shopReturnPieces)
      .values(pieces.map(({ line, piece }) => ({ lineId: line, piece, returnId: id })))
  if (one.state === 'refunded' && decided) await refund(context, id, { one, wanted, at: decided })
  const event = (state: (typeof shopOrderEvents.$inferInsert)['state'], at: Date | undefined, note = '') =>
    at ? [{ id: context.newId(), orderId: order.id, state, at, note }] : []
  await context.database
    .insert(shopOrderEvents)
    .values([
      ...event('return_asked', asked),
      ...(one.state === 'asked' ? [] : event('return_collected', collected)),
      ...(one.state === 'refunded' ? event('refunded', decided) : []),
      ...(one.state === 'refused' ? event('return_refused', decided, one.decision) : []),
    ])
}

/** Seeds returns in every state, each of another order. */
export const seed = async (context: Context, { isDemo, accounts }: SeedContext): Promise<void> => {
  if (!isDemo) return
  const member = accounts.find(({ username }) => username === 'member')?.id
  const taken = new Set<string>()
  for (const one of cases) {
    if (one.of === 'member' && !member) continue
    const whose = one.of === 'member' && member ? eq(shopOrders.userId, member) : isNull(shopOrders.userId)
    const orders = await context.database
      .select()
      .from(shopOrders)
      .where(and(whose, eq(shopOrders.way, 'parcel'), inArray(shopOrders.state, ['delivered', 'confirmed'])))
      .orderBy(desc(shopOrders.deliveredAt))
      .limit(40)
    const asked = context.now().getTime() - one.hours * hour
    for (const order of orders) {
      if (taken.has(order.id) || !order.deliveredAt || order.deliveredAt.getTime() > asked - hour) continue
      const wanted = await wantedOf(context, order, one.reason)
      if (!wanted) continue
      taken.add(order.id)
      await write(context, one, wanted)
      break
    }
  }
}
