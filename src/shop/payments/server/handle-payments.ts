import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { selectPage } from '#kit/server/records/select-page.ts'
import { m } from '#messages/messages.js'
import type { Order } from '#shop/orders/contract-records.ts'
import { formatOrderNumber } from '#shop/orders/rules.ts'
import { findOrder, isOrderOfMember, isOrderOfTicket } from '#shop/orders/server/find-order.ts'
import { presentOrder } from '#shop/orders/server/present-orders.ts'
import { sendOrderMail } from '#shop/orders/server/send-order-mail.ts'
import { shopOrders } from '#shop/orders/table.ts'
import type { payments as contract, Payment } from '../contract.ts'
import { type PaymentRow, shopCardAttempts, shopPayments } from '../table.ts'
import { findCardProvider } from './choose-provider.ts'
import { endAttempt } from './end-attempt.ts'
import { openAttempt } from './open-attempt.ts'
import { decryptRefundAccount, maskRefundAccount } from './read-refund-account.ts'
import { closeStray } from './refund-stray.ts'

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
      number: order ? formatOrderNumber(order) : '',
      kind: row.kind,
      method: row.method,
      amount: row.amount,
      doneAt: row.doneAt?.toISOString() ?? null,
      note: row.elsewhere ? m.payments_elsewhere({}, { locale: context.locale }) : row.note,
      refusal: row.refusal,
      account: row.doneAt ? null : maskRefundAccount(context, row),
    }
  })
}

const end = async (
  context: Context,
  where: SQL | undefined,
  attempt: string,
  body: Parameters<typeof endAttempt>[3],
): Promise<{ order: Order }> => {
  await endAttempt(context, await findOrder(context, where), attempt, body)
  return { order: await presentOrder(context, await findOrder(context, where)) }
}

/** Refunds that staff send by hand: transfers, and those that the card provider refused. */
const isByHand = sql`(${shopPayments.method} = 'bank' OR ${shopPayments.refusal} <> '')`

export const paymentHandlers: Handlers<typeof contract> = {
  cardWindow: async (context) => {
    const provider = findCardProvider(context.services.settings.cardUrl)
    if (!provider) return { window: null }
    const { script, frame, connect } = provider.sources
    return { window: { provider: provider.name, script: [...script], frame: [...frame], connect: [...connect] } }
  },
  openCard: async (context, { params }) => ({
    attempt: await openAttempt(context, isOrderOfMember(context, params.id)),
  }),
  endCard: (context, { params, body }) => end(context, isOrderOfMember(context, params.id), params.attempt, body),
  guestOpenCard: async (context, { params }) => ({
    attempt: await openAttempt(context, isOrderOfTicket(params.ticket)),
  }),
  guestEndCard: (context, { params, body }) => end(context, isOrderOfTicket(params.ticket), params.attempt, body),

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
    const [rows, total] = await selectPage(context, shopPayments, where, { page, limit }, [
      direction(column),
      direction(shopPayments.id),
    ])
    return { payments: await present(context, rows), total, page, limit }
  },

  async strays(context, { query }) {
    const { page, limit, sort, q } = query
    const direction = sort.startsWith('-') ? desc : asc
    const where = and(
      eq(shopCardAttempts.state, 'stray'),
      q
        ? sql`EXISTS (SELECT FROM shop_orders WHERE id = ${shopCardAttempts.orderId} AND strpos(name, ${q}) > 0)`
        : undefined,
    )
    const [rows, total] = await Promise.all([
      context.database
        .select({ attempt: shopCardAttempts, order: shopOrders })
        .from(shopCardAttempts)
        .innerJoin(shopOrders, eq(shopOrders.id, shopCardAttempts.orderId))
        .where(where)
        .orderBy(direction(shopCardAttempts.createdAt), direction(shopCardAttempts.id))
        .limit(limit)
        .offset((page - 1) * limit),
      context.database.$count(shopCardAttempts, where),
    ])
    const strayPayments = rows.map(({ attempt, order }) => ({
      _id: attempt.id,
      createdAt: attempt.createdAt.toISOString(),
      updatedAt: attempt.updatedAt.toISOString(),
      order: order.id,
      number: formatOrderNumber(order),
      provider: attempt.provider,
      amount: attempt.amount,
      received: attempt.received ?? 0,
      why: attempt.refusal === 'amount' ? ('amount' as const) : ('late' as const),
      answer: attempt.refusalText,
    }))
    return { strays: strayPayments, total, page, limit }
  },

  strayDone: (context, { params, body }) =>
    context.transaction(async (within) => {
      const row = await closeStray(within, params.id)
      if (!row) {
        const attemptCount = await within.database.$count(shopCardAttempts, eq(shopCardAttempts.id, params.id))
        throw attemptCount
          ? new AppError('conflict', { fields: { doneAt: 'payment_done' } })
          : new AppError('not_found')
      }
      await writeAudit(within, {
        action: 'refund',
        entity: 'payments',
        entityId: row.id,
        summary: formatOrderNumber(await findOrder(within, eq(shopOrders.id, row.orderId))),
        after: { amount: row.received || row.amount, note: body.note },
      })
      return undefined
    }),

  async account(context, { params, body }) {
    const [row] = await context.database.select().from(shopPayments).where(eq(shopPayments.id, params.id))
    const account = row && decryptRefundAccount(context, row)
    if (!account) throw new AppError('not_found')
    const order = await findOrder(context, eq(shopOrders.id, row.orderId))
    // Write the log before answering: no account is shown without an entry.
    await recordPersonalAccess(context, {
      act: 'read',
      entity: 'payments',
      entityId: row.id,
      summary: formatOrderNumber(order),
      of: order.userId,
      fields: ['account'],
      reason: body.reason,
    })
    return { account }
  },

  done: (context, { params, body }) =>
    context.transaction(async (within) => {
      const [row] = await changeRows(within, shopPayments, { doneAt: within.now(), note: body.note, sealed: null })
        .where(and(eq(shopPayments.id, params.id), isNull(shopPayments.doneAt), isByHand))
        .returning()
      const [found] = await within.database.select().from(shopPayments).where(eq(shopPayments.id, params.id))
      const [payment] = found ? await present(within, [found]) : []
      if (!payment) throw new AppError('not_found')
      if (!row) throw new AppError('conflict', { fields: { doneAt: 'payment_done' } })
      const order = await findOrder(within, eq(shopOrders.id, row.orderId))
      await sendOrderMail(within, order, 'refundSent', { amount: row.amount })
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
