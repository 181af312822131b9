import { and, asc, eq, inArray } from 'drizzle-orm'
import { selectWorks } from '#auction/works/server/find-works.ts'
import { auctionWorks } from '#auction/works/table.ts'
import { textIn } from '#kit/i18n.ts'
import type { OverviewPart } from '#kit/module/overview.ts'
import { formatWon } from '#kit/pdf/paper.ts'
import type { Context } from '#kit/server/context.ts'
import { m } from '#messages/messages.js'
import { auctionSales } from '../table.ts'

/** Returns won works to pay for or collect, and offers to answer. */
export const summarizeWonWorks = async (context: Context): Promise<OverviewPart> => {
  const { locale } = context
  const rows = await context.database
    .select()
    .from(auctionSales)
    .where(
      and(
        eq(auctionSales.userId, context.principal.userId),
        inArray(auctionSales.state, ['offered', 'awaiting', 'paid']),
      ),
    )
    .orderBy(asc(auctionSales.payUntil))
  if (rows.length === 0) return {}
  const found = await selectWorks(context).where(
    inArray(
      auctionWorks.id,
      rows.map(({ workId }) => workId),
    ),
  )
  return {
    waits: rows.flatMap((row) => {
      const work = found.find((one) => one.work.id === row.workId)?.work
      // Nothing left to decide once a pickup date is set.
      if (!work || (row.state === 'paid' && row.pickupAt)) return []
      const sum = formatWon(locale, row.total)
      const [text, act, until] =
        row.state === 'offered'
          ? [m.sales_wait_offer({ sum }, { locale }), m.sales_wait_offer_act({}, { locale }), row.offerUntil]
          : row.state === 'awaiting'
            ? [m.sales_wait_pay({ sum }, { locale }), m.sales_wait_pay_act({}, { locale }), row.payUntil]
            : [m.sales_wait_pickup({}, { locale }), m.sales_wait_pickup_act({}, { locale }), null]
      return [
        {
          _id: `sales.${row.id}`,
          kind: m.auction_me_pickups({}, { locale }),
          title: m.auction_lot_titled({ lot: work.lot, title: textIn(locale, work.title) }, { locale }),
          text,
          until: until?.toISOString() ?? null,
          act,
          to: '/me/pickups',
        },
      ]
    }),
  }
}
