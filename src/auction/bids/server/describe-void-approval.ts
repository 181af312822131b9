import { and, eq } from 'drizzle-orm'
import { auctionWorks } from '#auction/works/table.ts'
import { textIn } from '#kit/i18n.ts'
import type { DescribeApproval } from '#kit/module/module.ts'
import { m } from '#messages/messages.js'
import { bids } from '../contract.ts'
import { auctionBids } from '../table.ts'

export const describeVoidApproval: DescribeApproval = async ({ database, locale }, { params }) => {
  const parsed = bids.void.params.safeParse(params)
  if (!parsed.success) return null
  const { id, work: workId } = parsed.data
  const [found] = await database
    .select({
      lot: auctionWorks.lot,
      title: auctionWorks.title,
      bidder: auctionBids.bidder,
      // The public price of the row: staff must not see a maximum bid until the lot is closed.
      amount: auctionBids.price,
    })
    .from(auctionBids)
    .innerJoin(auctionWorks, eq(auctionWorks.id, auctionBids.workId))
    .where(and(eq(auctionBids.id, id), eq(auctionWorks.id, workId)))
  if (!found) return null
  return {
    title: m.bids_asked_void(
      { ...found, title: textIn(locale, found.title), amount: found.amount.toLocaleString('ko-KR') },
      { locale },
    ),
    to: '/console/auction/live',
  }
}
