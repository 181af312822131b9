import { writeAudit } from '#kit/audit/write-audit.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { formatOrderNumber } from '../rules.ts'
import { type OrderRow, shopOrderEvents } from '../table.ts'

/** Records a state change in the order's history and the audit log, and publishes it to open screens. */
export const recordStateChange = async (within: Context, row: OrderRow, note: string): Promise<void> => {
  await recordEvent(within, row.id, row.state, note)
  const people = row.userId
    ? { users: [row.userId], scope: 'console:shop' as const }
    : { scope: 'console:shop' as const }
  await publishEvent(within, people, { topic: 'orders', id: row.id })
  if (within.scope.principal?.scopes.includes('console'))
    await writeAudit(within, {
      action: row.state,
      entity: 'orders',
      entityId: row.id,
      summary: formatOrderNumber(row),
      after: { state: row.state, ...(note && { note }) },
    })
}

/** Records an event in an order's history. */
export const recordEvent = async (
  context: Context,
  orderId: string,
  state: (typeof shopOrderEvents.$inferSelect)['state'],
  note = '',
): Promise<void> => {
  await context.database
    .insert(shopOrderEvents)
    .values({ id: context.newId(), orderId, state, note, at: context.now() })
}
