import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { calculateBuyerTotal } from '#auction/auctions/server/find-auctions.ts'
import { auctionsTable } from '#auction/auctions/table.ts'
import { presentWorks, selectWorks } from '#auction/works/server/find-works.ts'
import { auctionWorks } from '#auction/works/table.ts'
import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { codeIn } from '#kit/text/typed-code.ts'
import { houseAccount } from '#platform/settings/server/read-settings.ts'
import { ticketOf } from '#trade/pickups/server/create-ticket.ts'
import type { sales as contract, Pickup, Sale } from '../contract.ts'
import { paymentDays } from '../rules.ts'
import { auctionSales, type SaleRow } from '../table.ts'
import { papers } from './create-sale-paper.ts'
import { findRunnersUp, presentSaleFields, presentSales, readSaleWorks } from './present-sales.ts'
import { formatInvoiceNumber, sendOfferMail, sendVoidMail, sendWonMail } from './send-sale-mail.ts'

const presentPickups = async (context: Context, rows: readonly SaleRow[]): Promise<Pickup[]> => {
  const found = await readSaleWorks(context, rows)
  const known = rows.flatMap((row) => found.get(row.workId) ?? [])
  const [works, account] = await Promise.all([presentWorks(context, known), houseAccount(context)])
  return Promise.all(
    rows.flatMap((row) => {
      const work = works.find(({ _id }) => _id === row.workId)
      if (!work) return []
      const code = row.state === 'paid' ? row.code : null
      return [
        (async () => ({
          ...presentSaleFields(row),
          work,
          payTo: row.state === 'awaiting' ? account : null,
          ticket: code ? await ticketOf(code) : null,
        }))(),
      ]
    }),
  )
}

const find = async (context: Context, id: string, further?: SQL): Promise<SaleRow> => {
  const [row] = await context.database
    .select()
    .from(auctionSales)
    .where(and(eq(auctionSales.id, id), further))
  if (!row) throw new AppError('not_found')
  return row
}

const readSale = async (context: Context, id: string): Promise<{ sale: Sale }> => {
  const [sale] = await presentSales(context, [await find(context, id)])
  if (!sale) throw new AppError('not_found')
  return { sale }
}

/** Number of distinct buyers. */
const buyersIn = (sales: readonly Sale[]): number => new Set(sales.flatMap(({ user }) => user?._id ?? [])).size

const own = (context: Context): SQL => eq(auctionSales.userId, context.principal.userId)

const onePickup = async (context: Context, id: string): Promise<{ pickup: Pickup }> => {
  const [pickup] = await presentPickups(context, [await find(context, id, own(context))])
  if (!pickup) throw new AppError('not_found')
  return { pickup }
}

/**
 * Changes a sale in one statement that repeats the allowed states (`when`), with its audit entry. Throws `conflict` if
 * the state does not match.
 */
const changeSaleState = (
  context: Context,
  id: string,
  {
    when,
    values,
    action,
    refusal,
    mail,
  }: {
    when: SQL
    values: Partial<SaleRow>
    action: string
    refusal: string
    mail?: (within: Context, id: string) => Promise<boolean>
  },
): Promise<{ sale: Sale }> =>
  context.transaction(async (within) => {
    const [row] = await changeRows(within, auctionSales, values)
      .where(and(eq(auctionSales.id, id), when))
      .returning()
    if (!row) {
      await find(within, id)
      throw new AppError('conflict', { fields: { state: refusal } })
    }
    await writeAudit(within, {
      action,
      entity: 'sales',
      entityId: id,
      summary: formatInvoiceNumber(row),
      after: { state: row.state, ...(row.voidReason && { reason: row.voidReason }) },
    })
    if (row.userId) await publishEvent(within, { users: [row.userId] }, { topic: 'sales', id })
    await mail?.(within, id)
    return readSale(within, id)
  })

export const saleHandlers: Handlers<typeof contract> = {
  async mine(context, { query }) {
    const { page, limit } = query
    const where = and(own(context), query.state ? eq(auctionSales.state, query.state) : undefined)
    const direction = query.sort.startsWith('-') ? desc : asc
    const [rows, total] = await Promise.all([
      context.database
        .select()
        .from(auctionSales)
        .where(where)
        .orderBy(direction(auctionSales.createdAt), direction(auctionSales.id))
        .limit(limit)
        .offset((page - 1) * limit),
      context.database.$count(auctionSales, where),
    ])
    return { pickups: await presentPickups(context, rows), total, page, limit }
  },

  open: (context, { params }) => onePickup(context, params.id),

  async setPickup(context, { params, body }) {
    if (Date.parse(body.pickupAt) <= context.now().getTime())
      throw new AppError('invalid', { fields: { pickupAt: 'sale_past' } })
    const [row] = await changeRows(context, auctionSales, { pickupAt: new Date(body.pickupAt) })
      .where(and(eq(auctionSales.id, params.id), own(context), eq(auctionSales.state, 'paid')))
      .returning({ id: auctionSales.id })
    const answer = await onePickup(context, params.id)
    if (!row) throw new AppError('conflict', { fields: { pickupAt: 'sale_unpaid' } })
    return answer
  },

  answer: (context, { params, body }) =>
    context.transaction(async (within) => {
      const values: PgUpdateSetSource<typeof auctionSales> = body.take
        ? { state: 'awaiting', payUntil: sql`clock_timestamp() + make_interval(days => ${paymentDays})` }
        : { state: 'void', voidReason: 'declined' }
      const [row] = await changeRows(within, auctionSales, values)
        .where(
          and(
            eq(auctionSales.id, params.id),
            own(within),
            eq(auctionSales.state, 'offered'),
            sql`${auctionSales.offerUntil} > clock_timestamp()`,
          ),
        )
        .returning({ id: auctionSales.id })
      const answer = await onePickup(within, params.id)
      if (!row) throw new AppError('conflict', { fields: { take: 'sale_over' } })
      await publishEvent(within, { scope: 'console:auction' }, { topic: 'sales', id: params.id })
      if (body.take) await sendWonMail(within, params.id)
      return answer
    }),

  async invoice(context, { params }) {
    const { id } = await find(context, params.id, own(context))
    return papers.address(context, { id, kind: 'invoice' })
  },

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
    const [rows, total] = await Promise.all([
      context.database
        .select()
        .from(auctionSales)
        .where(where)
        .orderBy(direction(by), direction(auctionSales.id))
        .limit(limit)
        .offset((page - 1) * limit),
      context.database.$count(auctionSales, where),
    ])
    const sales = await presentSales(context, rows)
    await recordPersonalAccess(context, {
      act: 'list',
      entity: 'sales',
      of: null,
      fields: ['name', 'email'],
      count: buyersIn(sales),
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
    const row = await find(context, params.id)
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
    context.transaction(async (within) => {
      const row = await find(within, params.id)
      const runner = (await findRunnersUp(within, [row.workId])).get(row.workId)
      const [found] = await selectWorks(within).where(eq(auctionWorks.id, row.workId))
      if (row.state !== 'void' || !runner || !found)
        throw new AppError('conflict', { fields: { state: row.state === 'void' ? 'sale_no_runner' : 'sale_over' } })
      const { hammer, premium, vat, total } = calculateBuyerTotal(runner.amount, found.program.premium)
      const id = within.newId()
      const hours = body.hours ?? found.program.offerDays * 24
      // A unique index allows one sale per work that is not void: of two concurrent offers one is refused.
      const { rowCount } = await within.database.execute(sql`
        INSERT INTO auction_sales (id, work_id, user_id, bidder, hammer, premium, vat, total, state, pay_until, offer_until)
        VALUES (${id}::uuid, ${row.workId}::uuid, ${runner.user}::uuid, ${runner.bidder}, ${hammer}, ${premium}, ${vat}, ${total},
          'offered', clock_timestamp() + make_interval(days => ${paymentDays}), clock_timestamp() + make_interval(hours => ${hours}))
        ON CONFLICT DO NOTHING`)
      if (rowCount !== 1) throw new AppError('conflict', { fields: { state: 'sale_over' } })
      await writeAudit(within, {
        action: 'offer',
        entity: 'sales',
        entityId: id,
        summary: textIn('ko', found.work.title),
        after: { bidder: runner.bidder, hammer, hours },
      })
      await publishEvent(within, { users: [runner.user] }, { topic: 'sales', id })
      await sendOfferMail(within, id)
      return readSale(within, id)
    }),

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
      count: buyersIn(sales),
    })
    return { sales: sales.map(({ user, ...sale }) => ({ ...sale, user: user && { ...user, email: null } })) }
  },
}
