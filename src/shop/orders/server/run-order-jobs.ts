import { and, asc, eq, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { returnDays } from '../rules.ts'
import { claimTermCutoff } from '../rules-claim-term.ts'
import { shopOrders } from '../table.ts'
import { cancelOrder } from './cancel-order.ts'
import { confirmOrder, hasNoOpenReturn } from './confirm-purchase.ts'

/**
 * Runs `work` for each order in its own transaction. Skips orders that changed meanwhile; a failure does not stop the
 * others, and all failures are thrown together at the end. Pass every due order: with a limit, failing orders would
 * keep out the rest.
 */
const runForEachOrder = async (
  context: Context,
  rows: readonly { id: string }[],
  work: (within: Context, row: { id: string }) => Promise<unknown>,
): Promise<void> => {
  const faults: unknown[] = []
  for (const row of rows)
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
  const rows = await context.database
    .select({ id: shopOrders.id })
    .from(shopOrders)
    .where(and(eq(shopOrders.state, 'ordered'), isDue()))
    .orderBy(asc(shopOrders.payUntil))
  await runForEachOrder(context, rows, (within, { id }) =>
    cancelOrder(within, eq(shopOrders.id, id), { reason: 'unpaid', and: isDue() }),
  )
}

/** Confirms purchases whose term for returns without a reason is over. */
export const confirmDeliveredOrders = async (context: Context): Promise<void> => {
  const since = claimTermCutoff(context.now(), returnDays).toISOString()
  const rows = await context.database
    .select({ id: shopOrders.id })
    .from(shopOrders)
    .where(
      and(eq(shopOrders.state, 'delivered'), sql`${shopOrders.deliveredAt} < ${since}::timestamptz`, hasNoOpenReturn),
    )
  await runForEachOrder(context, rows, (within, { id }) => confirmOrder(within, eq(shopOrders.id, id)))
}
