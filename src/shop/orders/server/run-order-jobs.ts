import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { readInBatches } from '#kit/db/read-in-batches.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { returnDays } from '../rules.ts'
import { claimTermCutoff } from '../rules-claim-term.ts'
import { shopOrders } from '../table.ts'
import { cancelOrder } from './cancel-order.ts'
import { confirmOrder, hasNoOpenReturn } from './confirm-purchase.ts'

/**
 * Runs `work` for each due order in its own transaction. Skips orders that changed meanwhile; a failure does not stop
 * the others, and all failures are thrown together at the end.
 */
const runForEachOrder = async (
  context: Context,
  isDue: SQL | undefined,
  work: (within: Context, row: { id: string }) => Promise<unknown>,
): Promise<void> => {
  const due = readInBatches<{ id: string }>((last, limit) =>
    context.database
      .select({ id: shopOrders.id })
      .from(shopOrders)
      .where(and(isDue, last && gt(shopOrders.id, last.id)))
      .orderBy(asc(shopOrders.id))
      .limit(limit),
  )
  const faults: unknown[] = []
  for await (const row of due)
    try {
      await context.transaction((within) => work(within, row))
    } catch (error) {
      if (error instanceof AppError && error.code === 'conflict') continue
      context.services.log.error({ err: error, order: row.id }, 'an order could not be moved on')
      faults.push(error)
    }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} orders could not be moved on`)
}

/** Cancels orders whose payment did not arrive in time. Safe to run in several processes. */
export const cancelUnpaidOrders = async (context: Context): Promise<void> => {
  const isDue = () => sql`${shopOrders.payUntil} < ${context.now().toISOString()}::timestamptz`
  await runForEachOrder(context, and(eq(shopOrders.state, 'ordered'), isDue()), (within, { id }) =>
    cancelOrder(within, eq(shopOrders.id, id), { reason: 'unpaid', and: isDue() }),
  )
}

/** Confirms purchases whose term for returns without a reason is over. */
export const confirmDeliveredOrders = async (context: Context): Promise<void> => {
  const since = claimTermCutoff(context.now(), returnDays).toISOString()
  const isDue = and(
    eq(shopOrders.state, 'delivered'),
    sql`${shopOrders.deliveredAt} < ${since}::timestamptz`,
    hasNoOpenReturn,
  )
  await runForEachOrder(context, isDue, (within, { id }) => confirmOrder(within, eq(shopOrders.id, id)))
}
