import { desc, eq } from 'drizzle-orm'
import { auctionWorks } from '#auction/works/table.ts'
import { textIn } from '#kit/i18n.ts'
import { type MemberPart, maxMemberEntries } from '#kit/module/module.ts'
import { m } from '#messages/messages.js'
import { determineVoidCause } from '../rules.ts'
import { auctionSales } from '../table.ts'

/** Returns the works that a member won or was offered, for the console's member page. */
export const listMemberSales: MemberPart['read'] = async (context, { userId }) => {
  const { locale } = context
  const own = eq(auctionSales.userId, userId)
  const [rows, total] = await Promise.all([
    context.database
      .select({ sale: auctionSales, lot: auctionWorks.lot, title: auctionWorks.title })
      .from(auctionSales)
      .innerJoin(auctionWorks, eq(auctionWorks.id, auctionSales.workId))
      .where(own)
      .orderBy(desc(auctionSales.createdAt), desc(auctionSales.id))
      .limit(maxMemberEntries),
    context.database.$count(auctionSales, own),
  ])
  return {
    total,
    entries: rows.map(({ sale, lot, title }) => ({
      _id: sale.id,
      title: m.auction_lot_titled({ lot, title: textIn(locale, title) }, { locale }),
      state: determineVoidCause(sale) ?? sale.state,
      at: sale.createdAt.toISOString(),
      to: `/console/auction/works/${sale.workId}`,
    })),
  }
}
