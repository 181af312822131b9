import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { presentWorks } from '#auction/works/server/present-works.ts'
import { auctionWorks } from '#auction/works/table.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { containsWords, translationsOf } from '#kit/server/records/search-conditions.ts'
import { selectPage } from '#kit/server/records/select-page.ts'
import { readCompanyAccount } from '#platform/settings/server/read-settings.ts'
import { createTicket } from '#trade/pickups/server/create-ticket.ts'
import type { sales as contract, Pickup } from '../contract.ts'
import { paymentDays } from '../rules.ts'
import { auctionSales, type SaleRow } from '../table.ts'
import { papers } from './create-sale-paper.ts'
import { findSale, presentSaleFields, readSaleWorks } from './present-sales.ts'
import { sendWonMail } from './send-sale-mail.ts'

const presentPickups = async (context: Context, rows: readonly SaleRow[]): Promise<Pickup[]> => {
  const found = await readSaleWorks(context, rows)
  const foundWorks = rows.flatMap((row) => found.get(row.workId) ?? [])
  const [works, account] = await Promise.all([presentWorks(context, foundWorks), readCompanyAccount(context)])
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
          ticket: code ? await createTicket(code) : null,
        }))(),
      ]
    }),
  )
}

const isOwn = (context: Context): SQL => eq(auctionSales.userId, context.principal.userId)

const readPickup = async (context: Context, id: string): Promise<{ pickup: Pickup }> => {
  const [pickup] = await presentPickups(context, [await findSale(context, id, isOwn(context))])
  if (!pickup) throw new AppError('not_found')
  return { pickup }
}

/** Handlers for the buyer. */
export const pickupHandlers: Pick<Handlers<typeof contract>, 'mine' | 'open' | 'setPickup' | 'answer' | 'invoice'> = {
  async mine(context, { query }) {
    const { page, limit } = query
    const where = and(
      isOwn(context),
      query.state ? eq(auctionSales.state, query.state) : undefined,
      query.q
        ? sql`EXISTS (SELECT FROM auction_works WHERE auction_works.id = ${auctionSales.workId}
            AND ${containsWords([translationsOf(auctionWorks.title)], query.q)})`
        : undefined,
    )
    const direction = query.sort.startsWith('-') ? desc : asc
    const [rows, total] = await selectPage(context, auctionSales, where, { page, limit }, [
      direction(auctionSales.createdAt),
      direction(auctionSales.id),
    ])
    return { pickups: await presentPickups(context, rows), total, page, limit }
  },

  open: (context, { params }) => readPickup(context, params.id),

  async setPickup(context, { params, body }) {
    if (Date.parse(body.pickupAt) <= context.now().getTime())
      throw new AppError('invalid', { fields: { pickupAt: 'sale_past' } })
    const [row] = await changeRows(context, auctionSales, { pickupAt: new Date(body.pickupAt) })
      .where(and(eq(auctionSales.id, params.id), isOwn(context), eq(auctionSales.state, 'paid')))
      .returning({ id: auctionSales.id })
    const answer = await readPickup(context, params.id)
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
            isOwn(within),
            eq(auctionSales.state, 'offered'),
            sql`${auctionSales.offerUntil} > clock_timestamp()`,
          ),
        )
        .returning({ id: auctionSales.id })
      const answer = await readPickup(within, params.id)
      if (!row) throw new AppError('conflict', { fields: { take: 'sale_over' } })
      await publishEvent(within, { scope: 'console:auction' }, { topic: 'sales', id: params.id })
      if (body.take) await sendWonMail(within, params.id)
      return answer
    }),

  async invoice(context, { params }) {
    const { id } = await findSale(context, params.id, isOwn(context))
    return papers.address(context, { id, kind: 'invoice' })
  },
}
