import { and, desc, eq, inArray } from 'drizzle-orm'
import { textIn } from '#kit/i18n.ts'
import type { FindPickups, PickupState } from '#kit/module/pickups.ts'
import { endOfTerm, formatOrderNumber, type OrderState } from '../rules.ts'
import { shopOrders } from '../table.ts'
import { readLines } from './find-order.ts'

const statesOf: Record<PickupState, readonly OrderState[]> = {
  unpaid: ['ordered'],
  preparing: ['paid', 'preparing'],
  ready: ['ready'],
  collected: ['delivered', 'confirmed'],
}

/** Finds the member's pickup orders. */
export const findPickups: FindPickups = async (context, { states, most }) => {
  const where = and(
    eq(shopOrders.userId, context.principal.userId),
    eq(shopOrders.way, 'pickup'),
    inArray(
      shopOrders.state,
      states.flatMap((state) => statesOf[state]),
    ),
  )
  const [rows, total] = await Promise.all([
    context.database
      .select()
      .from(shopOrders)
      .where(where)
      .orderBy(desc(shopOrders.createdAt), desc(shopOrders.id))
      .limit(most),
    context.database.$count(shopOrders, where),
  ])
  const lines = await readLines(
    context,
    rows.map(({ id }) => id),
  )
  return {
    total,
    pickups: rows.flatMap((row) => {
      const state = states.find((one) => statesOf[one].includes(row.state))
      if (!state) return []
      const keepUntil = row.readyAt && row.pickup ? endOfTerm(row.readyAt, row.pickup.days) : null
      return [
        {
          _id: row.id,
          createdAt: row.createdAt,
          number: formatOrderNumber(row),
          title: textIn(context.locale, lines.find(({ orderId }) => orderId === row.id)?.title),
          state,
          until: state === 'unpaid' ? row.payUntil : state === 'ready' ? keepUntil : null,
          code: state === 'ready' ? row.code : null,
          to: `/orders/${row.id}`,
        },
      ]
    }),
  }
}
