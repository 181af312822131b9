import { maxNews, type OverviewPart } from '#kit/module/overview.ts'
import { formatWon } from '#kit/pdf/paper.ts'
import type { Context } from '#kit/server/context.ts'
import { m } from '#messages/messages.js'
import type { MemberLot } from '../contract.ts'
import { listMemberLots } from './list-member-lots.ts'

const states: Record<MemberLot['outcome'], typeof m.auction_label_won> = {
  outbid: m.auction_label_outbid,
  leading: m.auction_label_leading,
  won: m.auction_label_won,
  lost: m.auction_mine_over,
  passed: m.auction_label_passed,
  withdrawn: m.auction_label_withdrawn,
}

/** Maximum number of outbid lots on the overview. */
const maxOutbid = 10

/** Returns the account's outbid lots that are still open, and the lots it has bid on. */
export const summarizeMemberBids = async (context: Context): Promise<OverviewPart> => {
  const { locale } = context
  const { lots, total, counts } = await listMemberLots(context, { page: 1, limit: maxOutbid })
  const titleOf = ({ work }: MemberLot) => m.auction_lot_titled({ lot: work.lot, title: work.title }, { locale })
  const toOf = ({ work }: MemberLot) => `/auction/works/${work._id}`
  return {
    waits: lots
      .filter(({ outcome }) => outcome === 'outbid')
      .map((own) => ({
        _id: `bids.${own.work._id}`,
        kind: m.auction_me_bids({}, { locale }),
        title: titleOf(own),
        text: m.bids_wait_text({ price: formatWon(locale, own.lot.price ?? own.highest) }, { locale }),
        until: own.lot.endsAt,
        act: m.bids_wait_act({}, { locale }),
        to: toOf(own),
      })),
    news:
      counts.outbid + counts.leading === 0
        ? []
        : [
            {
              _id: 'bids.own',
              title: m.auction_me_bids({}, { locale }),
              total,
              entries: lots.slice(0, maxNews).map((own) => ({
                _id: own.work._id,
                title: titleOf(own),
                state: states[own.outcome]({}, { locale }),
                at: own.lastAt,
                to: toOf(own),
              })),
              to: '/me/bids',
            },
          ],
  }
}
