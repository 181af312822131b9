import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { auctionsTable } from '#auction/auctions/table.ts'
import { auctionWorks } from '#auction/works/table.ts'
import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import type { Handlers } from '#kit/server/context.ts'
import { selectPage } from '#kit/server/records/select-page.ts'
import { codeIn } from '#kit/text/typed-code.ts'
import type { sales as contract, Sale } from '../contract.ts'
import { formatInvoiceNumber } from '../rules.ts'
import { auctionSales } from '../table.ts'
import { changeSaleState } from './change-sale-state.ts'
import { papers } from './create-sale-paper.ts'
import { pickupHandlers } from './handle-pickups.ts'
import { offerToRunnerUp } from './offer-to-runner-up.ts'
import { findSale, presentSales, readSale } from './present-sales.ts'
import { sendVoidMail, sendWonMail } from './send-sale-mail.ts'

/** Number of distinct buyers. */
const countBuyers = (sales: readonly Sale[]): number => new Set(sales.flatMap(({ user }) => user?._id ?? [])).size

export const saleHandlers: Handlers<typeof contract> = {
  ...pickupHandlers,

  async list(context, { query }) {
    const { page, limit, sort } = query
    const column = { createdAt: auctionSales.createdAt, payUntil: auctionSales.payUntil, hammer: auctionSales.hammer }
    const by = column[sort.replace(/^-/, '') as keyof typeof column]
    const direction = sort.startsWith('-') ? desc : asc
    const isOverdue = sql`(${auctionSales.state} = 'awaiting' AND ${auctionSales.payUntil} < clock_timestamp())`
    const where = and(
      query.state ? eq(auctionSales.state, query.state) : undefined,
      query.program
        ? sql`${auctionSales.workId} IN (SELECT id FROM auction_works WHERE program_id = ${query.program})`
        : undefined,
      query.overdue === undefined ? undefined : query.overdue ? isOverdue : sql`NOT ${isOverdue}`,
      query.q
        ? sql`EXISTS (SELECT FROM users WHERE users.id = ${auctionSales.userId} AND strpos(lower(users.name), lower(${query.q})) > 0)`
        : undefined,
    )
    const [rows, total] = await selectPage(context, auctionSales, where, { page, limit }, [
      direction(by),
      direction(auctionSales.id),
    ])
    const sales = await presentSales(context, rows)
    await recordPersonalAccess(context, {
      act: 'list',
      entity: 'sales',
      of: null,
      fields: ['name', 'email'],
      count: countBuyers(sales),
    })
    return { sales, total, page, limit }
  },

  async get(context, { params }) {
    const answer = await readSale(context, params.id)
    const { number, user } = answer.sale
    await recordPersonalAccess(context, {
      act: 'read',
      entity: 'sales',
      entityId: params.id,
      summary: number,
      of: user?._id ?? null,
    })
    return answer
  },

  async paper(context, { params }) {
    const row = await findSale(context, params.id)
    const answer = await papers.address(context, { id: row.id, kind: params.kind })
    await writeAudit(context, {
      action: 'export',
      entity: 'sales',
      entityId: row.id,
      summary: formatInvoiceNumber(row),
      after: { paper: params.kind },
    })
    return answer
  },

  wonEmail: (context, { params }) =>
    context.transaction(async (within) => {
      const [row] = await within.database
        .select()
        .from(auctionSales)
        .where(and(eq(auctionSales.workId, params.id), inArray(auctionSales.state, ['awaiting', 'paid'])))
        .for('update')
      if (!row) throw new AppError('not_found')
      if (!(await sendWonMail(within, row.id))) throw new AppError('conflict', { fields: { email: 'sale_mail' } })
      await writeAudit(within, { action: 'mail', entity: 'sales', entityId: row.id, summary: formatInvoiceNumber(row) })
      return readSale(within, row.id)
    }),

  pay: (context, { params, body }) =>
    changeSaleState(context, params.id, {
      when: eq(auctionSales.state, 'awaiting'),
      values: { state: 'paid', paidAt: context.now(), paymentNote: body.note },
      action: 'pay',
      refusal: 'sale_over',
    }),

  async collect(context, { body }) {
    const [row] = await context.database
      .select({ id: auctionSales.id })
      .from(auctionSales)
      .where(eq(auctionSales.code, codeIn(body.code) ?? ''))
    if (!row) throw new AppError('not_found')
    return changeSaleState(context, row.id, {
      when: eq(auctionSales.state, 'paid'),
      values: { state: 'collected', collectedAt: context.now() },
      action: 'collect',
      refusal: 'sale_unpaid',
    })
  },

  settle: (context, { params }) =>
    changeSaleState(context, params.id, {
      when: sql`${auctionSales.state} IN ('paid', 'collected') AND ${auctionSales.consignorId} IS NOT NULL
        AND ${auctionSales.settledAt} IS NULL`,
      values: { settledAt: context.now() },
      action: 'settle',
      refusal: 'sale_no_consignor',
    }),

  giveUp: (context, { params, body }) =>
    changeSaleState(context, params.id, {
      when: inArray(auctionSales.state, ['awaiting', 'offered']),
      values: { state: 'void', voidReason: body.reason },
      action: 'void',
      refusal: 'sale_over',
      mail: sendVoidMail,
    }),

  offer: (context, { params, body }) =>
    context.transaction(async (within) => readSale(within, await offerToRunnerUp(within, params.id, body.hours))),

  async excel(context, { params, body }) {
    const [program] = await context.database
      .select({ title: auctionsTable.title })
      .from(auctionsTable)
      .where(eq(auctionsTable.id, params.id))
    if (!program) throw new AppError('not_found')
    const rows = await context.database
      .select({ sale: auctionSales })
      .from(auctionSales)
      .innerJoin(auctionWorks, eq(auctionWorks.id, auctionSales.workId))
      .where(eq(auctionWorks.program, params.id))
      .orderBy(asc(auctionWorks.lot), asc(auctionSales.createdAt))
    const sales = await presentSales(
      context,
      rows.map(({ sale }) => sale),
    )
    await recordPersonalAccess(context, {
      act: 'export',
      entity: 'sales',
      summary: program.title.ko,
      of: null,
      fields: ['name'],
      reason: body.reason,
      count: countBuyers(sales),
    })
    return { sales: sales.map(({ user, ...sale }) => ({ ...sale, user: user && { ...user, email: null } })) }
  },
}
