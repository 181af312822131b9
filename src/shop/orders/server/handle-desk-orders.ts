import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import { containsPhone } from '#kit/phone/search-phone.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { selectPage } from '#kit/server/records/select-page.ts'
import { codeIn } from '#kit/text/typed-code.ts'
import { users } from '#people/users/table.ts'
import type { orders as contract } from '../contract.ts'
import type { ConsoleOrder, ConsoleOrderLine } from '../contract-desk.ts'
import { formatOrderNumber } from '../rules.ts'
import { type OrderRow, shopOrders } from '../table.ts'
import { invoiceCondition, issueInvoice } from '../tax-invoices/server/issue-tax-invoice.ts'
import { cancelOrder } from './cancel-order.ts'
import {
  confirmTransfer,
  deliverOrder,
  handOverOrder,
  markReady,
  prepareOrder,
  shipOrder,
} from './change-order-state.ts'
import { papers, statements } from './create-order-documents.ts'
import { countOpenClaims, findOrder, readLines } from './find-order.ts'
import { presentOrder, presentProof } from './present-orders.ts'

type Names =
  | 'all'
  | 'get'
  | 'deskPaper'
  | 'statements'
  | 'pay'
  | 'issueInvoice'
  | 'prepare'
  | 'ship'
  | 'deliver'
  | 'ready'
  | 'handOver'
  | 'giveUp'

const presentRows = async (context: Context, rows: readonly OrderRow[]): Promise<ConsoleOrderLine[]> => {
  const ids = rows.map(({ id }) => id)
  const [lines, open] = await Promise.all([readLines(context, ids), countOpenClaims(context, ids)])
  const firsts = rows.map(({ id }) => lines.find(({ orderId }) => orderId === id))
  const pictures = await findFiles(
    context,
    firsts.map((line) => line?.picture),
  )
  return rows.map((row, index) => ({
    _id: row.id,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    number: formatOrderNumber(row),
    state: row.state,
    way: row.way,
    payment: row.payment,
    buyer: row.name,
    isGuest: row.ticket !== null,
    title: textIn(context.locale, firsts[index]?.title),
    kinds: row.kinds,
    picture: pictureOf(pictures, firsts[index]?.picture),
    total: row.total,
    payUntil: row.payUntil.toISOString(),
    carrier: row.carrier,
    tracking: row.tracking,
    openReturns: open(row.id),
    taxInvoice: presentProof(row).taxInvoice,
  }))
}

/** Removes what only the customer has: the ticket, which opens a guest's order, and the pickup code. */
const withoutSecrets = ({ pickup }: Pick<ConsoleOrder, 'pickup'>) => ({
  ticket: null,
  pickup: pickup && { ...pickup, ticket: null },
})

const readConsoleOrder = async (context: Context, id: string): Promise<{ order: ConsoleOrder }> => {
  const row = await findOrder(context, eq(shopOrders.id, id))
  const { userId } = row
  const [order, [user], buyerOrders] = await Promise.all([
    presentOrder(context, row),
    userId
      ? context.database
          .select({ _id: users.id, username: users.username, name: users.name })
          .from(users)
          .where(eq(users.id, userId))
      : [],
    userId
      ? context.database.$count(shopOrders, and(eq(shopOrders.userId, userId), sql`${shopOrders.state} <> 'cancelled'`))
      : 1,
  ])
  return { order: { ...order, ...withoutSecrets(order), user: user ?? null, buyerOrders } }
}

const actAndPresent = (context: Context, id: string, work: (within: Context) => Promise<unknown>) =>
  context.transaction(async (within) => {
    await work(within)
    return readConsoleOrder(within, id)
  })

/** Order handlers of staff. */
export const deskHandlers: Pick<Handlers<typeof contract>, Names> = {
  async all(context, { query }) {
    const { page, limit, sort, q } = query
    const column = { createdAt: shopOrders.createdAt, total: shopOrders.total, payUntil: shopOrders.payUntil }
    const by = column[sort.replace(/^-/, '') as keyof typeof column]
    const direction = sort.startsWith('-') ? desc : asc
    // A list of ids uses one index per part; an OR over three tables would check them for every order.
    const isTodo = sql`${shopOrders.id} IN (
      SELECT id FROM shop_orders WHERE state IN ('ordered', 'paid', 'preparing', 'ready')
      UNION ALL SELECT order_id FROM shop_returns WHERE state IN ('asked', 'collected')
      UNION ALL SELECT order_id FROM shop_exchanges WHERE state IN ('asked', 'collected', 'shipped'))`
    const number = Number(/(\d{1,9})$/.exec(q ?? '')?.[1] ?? -1)
    const where = and(
      query.state ? eq(shopOrders.state, query.state) : undefined,
      query.way ? eq(shopOrders.way, query.way) : undefined,
      query.payment ? eq(shopOrders.payment, query.payment) : undefined,
      query.user ? eq(shopOrders.userId, query.user) : undefined,
      query.invoice ? invoiceCondition(query.invoice) : undefined,
      query.todo === undefined ? undefined : query.todo ? isTodo : sql`NOT ${isTodo}`,
      q
        ? or(
            sql`strpos(${shopOrders.name}, ${q}) > 0`,
            eq(shopOrders.number, number),
            containsPhone(shopOrders.phone, q),
          )
        : undefined,
    )
    const [rows, total] = await selectPage(context, shopOrders, where, { page, limit }, [
      direction(by),
      direction(shopOrders.id),
    ])
    const orders = await presentRows(context, rows)
    const invoices = orders.filter(({ taxInvoice }) => taxInvoice !== null)
    await recordPersonalAccess(context, {
      act: 'list',
      entity: 'orders',
      of: null,
      fields: ['taxInvoice'],
      count: invoices.length,
    })
    return { orders, total, page, limit }
  },

  async get(context, { params }) {
    const answer = await readConsoleOrder(context, params.id)
    const { number, user } = answer.order
    await recordPersonalAccess(context, {
      act: 'read',
      entity: 'orders',
      entityId: params.id,
      summary: number,
      of: user?._id ?? null,
    })
    return answer
  },

  async deskPaper(context, { params }) {
    const row = await findOrder(context, eq(shopOrders.id, params.id))
    const answer = await papers.address(context, { id: row.id, kind: params.kind })
    await writeAudit(context, {
      action: 'export',
      entity: 'orders',
      entityId: row.id,
      summary: formatOrderNumber(row),
      after: { paper: params.kind },
    })
    return answer
  },

  async statements(context, { body }) {
    const ids = [...new Set(body.orders)]
    const answer = await statements.address(context, { ids })
    const rows = await context.database.select().from(shopOrders).where(inArray(shopOrders.id, ids))
    await context.transaction(async (within) => {
      for (const row of rows)
        await writeAudit(within, {
          action: 'export',
          entity: 'orders',
          entityId: row.id,
          summary: formatOrderNumber(row),
          after: { paper: 'statement' },
        })
    })
    return answer
  },

  pay: (context, { params, body }) =>
    actAndPresent(context, params.id, (within) => confirmTransfer(within, params.id, body.note)),
  issueInvoice: (context, { params, body }) =>
    actAndPresent(context, params.id, (within) => issueInvoice(within, params.id, body)),
  prepare: (context, { params }) => actAndPresent(context, params.id, (within) => prepareOrder(within, params.id)),
  ship: (context, { params, body }) =>
    actAndPresent(context, params.id, (within) => shipOrder(within, params.id, body)),
  deliver: (context, { params }) => actAndPresent(context, params.id, (within) => deliverOrder(within, params.id)),
  ready: (context, { params }) => actAndPresent(context, params.id, (within) => markReady(within, params.id)),
  handOver: (context, { body }) =>
    context.transaction(async (within) => {
      const code = codeIn(body.code)
      if (!code) throw new AppError('not_found')
      const { id } = await handOverOrder(within, code)
      return readConsoleOrder(within, id)
    }),
  giveUp: (context, { params, body }) =>
    actAndPresent(context, params.id, (within) =>
      cancelOrder(within, eq(shopOrders.id, params.id), { reason: 'staff', note: body.reason }),
    ),
}
