import { and, inArray, type SQL } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { formatOrderNumber } from '#shop/orders/rules.ts'
import type { OrderRow } from '#shop/orders/table.ts'
import type { ReturnState } from '../rules.ts'
import { type ReturnRow, shopReturns } from '../table.ts'
import { readReturn } from './present-returns.ts'

export const auditReturn = (within: Context, row: ReturnRow, order: OrderRow, after: object): Promise<void> =>
  writeAudit(within, {
    action: row.state,
    entity: 'returns',
    entityId: row.id,
    summary: formatOrderNumber(order),
    after,
  })

/** Changes the state by compare-and-set; throws `not_found` or `conflict`. */
export const changeReturnState = async (
  within: Context,
  where: SQL | undefined,
  from: ReturnState[],
  values: Partial<ReturnRow>,
) => {
  const [row] = await changeRows(within, shopReturns, values)
    .where(and(where, inArray(shopReturns.state, from)))
    .returning()
  if (row) return row
  await readReturn(within, where)
  throw new AppError('conflict', { fields: { state: 'return_state' } })
}
