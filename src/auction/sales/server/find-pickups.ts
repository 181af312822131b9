import { and, desc, eq, inArray } from 'drizzle-orm'
import { textIn } from '#kit/i18n.ts'
import type { FindPickups, PickupState } from '#kit/module/pickups.ts'
import { formatInvoiceNumber, type SaleState } from '../rules.ts'
import { auctionSales } from '../table.ts'
import { readSaleWorks } from './present-sales.ts'

const statesOf: Record<PickupState, readonly SaleState[]> = {
  unpaid: ['awaiting'],
  preparing: [],
  ready: ['paid'],
  collected: ['collected'],
}

/** Returns won works; an open offer is not included. */
export const findPickups: FindPickups = async (context, { states, most }) => {
  const where = and(
    eq(auctionSales.userId, context.principal.userId),
    inArray(
      auctionSales.state,
      states.flatMap((state) => statesOf[state]),
    ),
  )
  const [rows, total] = await Promise.all([
    context.database
      .select()
      .from(auctionSales)
      .where(where)
      .orderBy(desc(auctionSales.createdAt), desc(auctionSales.id))
      .limit(most),
    context.database.$count(auctionSales, where),
  ])
  const works = await readSaleWorks(context, rows)
  return {
    total,
    pickups: rows.flatMap((row) => {
      const state = states.find((one) => statesOf[one].includes(row.state))
      if (!state) return []
      return [
        {
          _id: row.id,
          createdAt: row.createdAt,
          number: formatInvoiceNumber(row),
          title: textIn(context.locale, works.get(row.workId)?.work.title),
          state,
          until: state === 'unpaid' ? row.payUntil : null,
          code: state === 'ready' ? row.code || null : null,
          to: '/me/pickups',
        },
      ]
    }),
  }
}
