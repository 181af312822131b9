import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write.ts'
import { AppError } from '#kit/errors.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records.ts'
import { numberOf } from '#shop/orders/service.ts'
import { shopOrders } from '#shop/orders/table.ts'
import type { payments as contract, Payment } from './contract.ts'
import { accountOf } from './service.ts'
import { type PaymentRow, shopPayments } from './table.ts'

const present = async (context: Context, rows: readonly PaymentRow[]): Promise<Payment[]> => {
  const ids = [...new Set(rows.map(({ orderId }) => orderId))]
  const orders =
    ids.length === 0
      ? []
      : await context.database
          .select({ id: shopOrders.id, number: shopOrders.number, createdAt: shopOrders.createdAt })
          .from(shopOrders)
          .where(inArray(shopOrders.id, ids))
  return rows.map((row) => {
    const order = orders.find(({ id }) => id === row.orderId)
    return {
      _id: row.id,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      order: row.orderId,
      number: order ? numberOf(order) : '',
      kind: row.kind,
      method: row.method,
      amount: row.amount,
      doneAt: row.doneAt?.toISOString() ?? null,
      note: row.note,
      account: row.doneAt ? null : accountOf(context, row),
    }
  })
}

export const paymentHandlers: Handlers<typeof contract> = {
  async list(context, { query }) {
    const { page, limit, sort, kind, due, q } = query
    const column = sort.endsWith('amount') ? shopPayments.amount : shopPayments.createdAt
    const direction = sort.startsWith('-') ? desc : asc
    const where = and(
      kind ? eq(shopPayments.kind, kind) : undefined,
      due === undefined ? undefined : due ? isNull(shopPayments.doneAt) : sql`${shopPayments.doneAt} IS NOT NULL`,
      q
        ? sql`EXISTS (SELECT FROM shop_orders WHERE id = ${shopPayments.orderId} AND strpos(name, ${q}) > 0)`
        : undefined,
    )
    const [rows, total] = await Promise.all([
      context.database
        .select()
        .from(shopPayments)
        .where(where)
        .orderBy(direction(column), direction(shopPayments.id))
        .limit(limit)
        .offset((page - 1) * limit),
      context.database.$count(shopPayments, where),
    ])
    return { payments: await present(context, rows), total, page, limit }
  },

  done: (context, { params, body }) =>
    context.transaction(async (within) => {
      const [row] = await changeRows(within, shopPayments, { doneAt: within.now(), note: body.note, sealed: null })
        .where(and(eq(shopPayments.id, params.id), isNull(shopPayments.doneAt)))
        .returning()
      const [found] = await within.database.select().from(shopPayments).where(eq(shopPayments.id, params.id))
      const [payment] = found ? await present(within, [found]) : []
      if (!payment) throw new AppError('not_found')
      if (!row) throw new AppError('conflict', { fields: { doneAt: 'payment_done' } })
      await writeAudit(within, {
        action: 'refund',
        entity: 'payments',
        entityId: params.id,
        summary: payment.number,
        after: { amount: payment.amount },
      })
      return { payment }
    }),
}
