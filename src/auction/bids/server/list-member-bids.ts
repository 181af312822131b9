import { inArray, sql } from 'drizzle-orm'
import { auctionWorks } from '#auction/works/table.ts'
import { textIn } from '#kit/i18n.ts'
import { type MemberPart, maxMemberEntries } from '#kit/module/module.ts'
import { m } from '#messages/messages.js'
import { readMemberLots } from './list-member-lots.ts'

/** Returns the lots that a member bid on for the console's member page, latest bid first. Includes hidden auctions. */
export const listMemberBids: MemberPart['read'] = async (context, { userId }) => {
  const { locale } = context
  const all = await readMemberLots(context, userId, sql`true`)
  const shown = all.toSorted((one, other) => other.lastAt.localeCompare(one.lastAt)).slice(0, maxMemberEntries)
  const works =
    shown.length === 0
      ? []
      : await context.database
          .select({ id: auctionWorks.id, lot: auctionWorks.lot, title: auctionWorks.title })
          .from(auctionWorks)
          .where(
            inArray(
              auctionWorks.id,
              shown.map(({ work }) => work),
            ),
          )
  return {
    total: all.length,
    entries: shown.flatMap(({ work: id, outcome, lastAt }) => {
      const work = works.find((one) => one.id === id)
      if (!work) return []
      return [
        {
          _id: id,
          title: m.auction_lot_titled({ lot: work.lot, title: textIn(locale, work.title) }, { locale }),
          state: outcome,
          at: lastAt,
          to: `/console/auction/works/${id}`,
        },
      ]
    }),
  }
}
