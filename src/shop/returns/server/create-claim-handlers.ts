import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import { AppError } from '#kit/errors.ts'
import { requireOwnPictures } from '#kit/files/media-library.ts'
import type { Context } from '#kit/server/context.ts'
import { belongsToTicket, findOrder, isOrderOfMember, isOrderOfTicket } from '#shop/orders/server/find-order.ts'
import { type OrderRow, shopOrders } from '#shop/orders/table.ts'
import { needsRefundAccount } from '#shop/payments/server/refund-payment.ts'

interface Part {
  order: SQL[]
  limit: number
  offset: number
}

interface Paging {
  total: number
  page: number
  limit: number
}

/** Every claim that staff read has its order's id and number. */
interface OfOrder {
  order: string
  number: string
}

interface Claims<Row, Listed, Shown, Wanted, Asked, Slip, OneShown, OneListed, Many> {
  /** Entity name in the log. */
  entity: string
  /** Columns by which claims are found. */
  columns: { id: PgColumn; orderId: PgColumn; userId: PgColumn; state: PgColumn; createdAt: PgColumn }
  rows: (context: Context, where: SQL | undefined, part?: Part) => Promise<Row[]>
  count: (context: Context, where: SQL | undefined) => Promise<number>
  /** Presents claims to staff; claims without an order are left out. */
  present: (context: Context, rows: readonly Row[]) => Promise<Listed[]>
  forCustomer: (listed: Listed) => Shown
  /** Wraps answers under the names of the contract. */
  one: { shown: (shown: Shown) => OneShown; listed: (listed: Listed) => OneListed }
  many: (listed: Listed[], paging: Paging) => Many
  /** `back` is the amount to refund in won; 0 or negative if there is none. */
  reckon: (context: Context, order: OrderRow, wanted: Wanted) => Promise<{ slip: Slip; back: number }>
  ask: (context: Context, where: SQL | undefined, asked: Asked & { pictures?: string[] }) => Promise<Row>
  /** Withdraws the claim and notifies the customer; throws `not_found` or `conflict`. */
  withdraw: (within: Context, where: SQL | undefined) => Promise<void>
}

interface ListQuery {
  page: number
  limit: number
  sort: string
  q?: string | undefined
  state?: string | undefined
  order?: string | undefined
}

/** Creates the handlers that returns and exchanges share, for the routes of `claimRoutes`. */
export const claimHandlers = <Row, Listed extends OfOrder, Shown, Wanted, Asked, Slip, OneShown, OneListed, Many>(
  claims: Claims<Row, Listed, Shown, Wanted, Asked, Slip, OneShown, OneListed, Many>,
) => {
  const { columns, present } = claims
  const open = async (context: Context, where: SQL | undefined): Promise<Listed> => {
    const [found] = await present(context, await claims.rows(context, where))
    if (!found) throw new AppError('not_found')
    return found
  }
  const shown = (listed: Listed): OneShown => claims.one.shown(claims.forCustomer(listed))
  const ask = async (context: Context, where: SQL | undefined, asked: Asked & { pictures?: string[] }) => {
    const [found] = await present(context, [await claims.ask(context, where, asked)])
    if (!found) throw new AppError('not_found')
    return shown(found)
  }
  const preview = async (context: Context, where: SQL | undefined, wanted: Wanted) => {
    const order = await findOrder(context, where)
    const { slip, back } = await claims.reckon(context, order, wanted)
    return { slip, account: await needsRefundAccount(context, order.id, back) }
  }
  const withdraw = (context: Context, where: SQL | undefined): Promise<OneShown> =>
    context.transaction(async (within) => {
      await claims.withdraw(within, where)
      return shown(await open(within, where))
    })
  return {
    preview: (context: Context, { params, body }: { params: { id: string }; body: Wanted }) =>
      preview(context, isOrderOfMember(context, params.id), body),
    async ask(context: Context, { params, body }: { params: { id: string }; body: Asked & { pictures: string[] } }) {
      await findOrder(context, isOrderOfMember(context, params.id))
      await requireOwnPictures(context, body.pictures)
      return ask(context, isOrderOfMember(context, params.id), body)
    },
    withdraw: (context: Context, { params }: { params: { id: string } }) =>
      withdraw(context, and(eq(columns.id, params.id), eq(columns.userId, context.principal.userId))),
    guestPreview: (context: Context, { params, body }: { params: { ticket: string }; body: Wanted }) =>
      preview(context, isOrderOfTicket(params.ticket), body),
    guestAsk: (context: Context, { params, body }: { params: { ticket: string }; body: Asked }) =>
      ask(context, isOrderOfTicket(params.ticket), { ...body, pictures: [] }),
    guestWithdraw: (context: Context, { params }: { params: { ticket: string; id: string } }) =>
      withdraw(context, and(eq(columns.id, params.id), belongsToTicket(columns.orderId, params.ticket))),

    async list(context: Context, { query }: { query: ListQuery }) {
      const { state, order, q, page, limit } = query
      const where = and(
        state ? eq(columns.state, state) : undefined,
        order ? eq(columns.orderId, order) : undefined,
        q ? sql`EXISTS (SELECT FROM shop_orders WHERE id = ${columns.orderId} AND strpos(name, ${q}) > 0)` : undefined,
      )
      const direction = query.sort.startsWith('-') ? desc : asc
      const part = { order: [direction(columns.createdAt), direction(columns.id)], limit, offset: (page - 1) * limit }
      const [rows, total] = await Promise.all([claims.rows(context, where, part), claims.count(context, where)])
      return claims.many(await present(context, rows), { total, page, limit })
    },
    async get(context: Context, { params }: { params: { id: string } }) {
      const listed = await open(context, eq(columns.id, params.id))
      const order = await findOrder(context, eq(shopOrders.id, listed.order))
      await recordPersonalAccess(context, {
        act: 'read',
        entity: claims.entity,
        entityId: params.id,
        summary: listed.number,
        of: order.userId,
      })
      return claims.one.listed(listed)
    },
  }
}
