import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { selectPage } from '#kit/server/records/select-page.ts'
import { users } from '#people/users/table.ts'
import { formatOrderNumber } from '#shop/orders/rules.ts'
import { shopOrders } from '#shop/orders/table.ts'
import type { points as contract, PointLine } from '../contract.ts'
import { type PointRow, shopPoints } from '../table.ts'
import { readBalance, readExpiringPoints } from './read-balance.ts'
import { writePoints } from './write-points.ts'

/** Points that will not be earned because of returns of the order. */
const lostOfOrder = sql`coalesce((SELECT sum((slip ->> 'earns')::bigint) FROM shop_returns
  WHERE order_id = shop_orders.id AND shop_returns.state = 'refunded'), 0)`

const present = async (context: Context, rows: readonly PointRow[]): Promise<PointLine[]> => {
  const ids = rows.flatMap(({ orderId }) => orderId ?? [])
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
      at: row.at.toISOString(),
      kind: row.kind,
      amount: row.amount,
      balance: row.balance,
      note: row.note,
      order: order ? formatOrderNumber(order) : null,
      expiresAt: row.expiresAt?.toISOString() ?? null,
    }
  })
}

const pageOf = async (context: Context, where: SQL | undefined, { page, limit }: { page: number; limit: number }) => {
  const [rows, total] = await selectPage(context, shopPoints, where, { page, limit }, [desc(shopPoints.seq)])
  return { rows, total, page, limit }
}

const presentForStaff = async (context: Context, rows: readonly PointRow[]) => {
  const ids = [...new Set(rows.map(({ userId }) => userId))]
  const [lines, accounts] = await Promise.all([
    present(context, rows),
    ids.length === 0
      ? []
      : context.database
          .select({ _id: users.id, username: users.username, name: users.name })
          .from(users)
          .where(inArray(users.id, ids)),
  ])
  return lines.flatMap((line, index) => {
    const user = accounts.find(({ _id }) => _id === rows[index]?.userId)
    return user ? [{ ...line, user }] : []
  })
}

/** Returns a member's balance, the points that expire next, and the points to come. */
const stateOf = async (context: Context, userId: string) => {
  const [balance, expiring, coming] = await Promise.all([
    readBalance(context, userId),
    readExpiringPoints(context, userId),
    context.database
      .select({ sum: sql<string>`coalesce(sum(${shopOrders.earns} - ${lostOfOrder}), 0)::text` })
      .from(shopOrders)
      .where(
        and(
          eq(shopOrders.userId, userId),
          inArray(shopOrders.state, ['paid', 'preparing', 'ready', 'shipped', 'delivered']),
        ),
      ),
  ])
  return { balance, expiring, coming: Number(coming[0]?.sum ?? 0) }
}

export const pointHandlers: Handlers<typeof contract> = {
  async mine(context, { query }) {
    const { userId } = context.principal
    const [{ rows, ...paging }, state] = await Promise.all([
      pageOf(context, eq(shopPoints.userId, userId), query),
      stateOf(context, userId),
    ])
    return { points: await present(context, rows), ...paging, ...state }
  },

  async account(context, { params }) {
    const [user] = await context.database
      .select({ _id: users.id, username: users.username, name: users.name })
      .from(users)
      .where(eq(users.id, params.id))
    if (!user) throw new AppError('not_found')
    return { account: { user, ...(await stateOf(context, user._id)) } }
  },

  async list(context, { query }) {
    const where = and(
      query.kind ? eq(shopPoints.kind, query.kind) : undefined,
      query.user ? eq(shopPoints.userId, query.user) : undefined,
      query.q
        ? sql`EXISTS (SELECT FROM users WHERE users.id = ${shopPoints.userId}
            AND (strpos(users.name, ${query.q}) > 0 OR strpos(users.username, ${query.q}) > 0))`
        : undefined,
    )
    const { rows, ...paging } = await pageOf(context, where, query)
    return { points: await presentForStaff(context, rows), ...paging }
  },

  adjust: (context, { body }) =>
    context.transaction(async (within) => {
      const [user] = await within.database
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.username, body.username), eq(users.state, 'active')))
      if (!user) throw new AppError('invalid', { fields: { username: 'points_user' } })
      if (body.amount === 0) throw new AppError('invalid', { fields: { amount: 'points_amount' } })
      let row: PointRow | null
      try {
        row = await writePoints(within, { userId: user.id, kind: 'adjusted', amount: body.amount, note: body.note })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        throw new AppError('conflict', { fields: { amount: 'points_amount' } })
      }
      const [point] = row ? await presentForStaff(within, [row]) : []
      if (!point) throw new AppError('conflict')
      await writeAudit(within, {
        action: 'points',
        entity: 'points',
        entityId: user.id,
        summary: body.username,
        after: { amount: body.amount, note: body.note },
      })
      return { point }
    }),
}
