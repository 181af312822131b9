import { and, count, desc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { auctionsTable } from '#auction/auctions/table.ts'
import { isLotClosed } from '#auction/works/rules.ts'
import { isPublicWork } from '#auction/works/server/find-works.ts'
import { auctionWorks } from '#auction/works/table.ts'
import type { Context } from '#kit/server/context.ts'
import type { bids as contract } from '../contract.ts'
import { auctionBids, auctionStaffBids } from '../table.ts'
import { commitmentSql, mapVoidedBidders, presentHistoryRow } from './read-history.ts'

interface Query {
  page: number
  limit: number
  program?: string | undefined
  work?: string | undefined
}

/** Returns a page of the public bid history of all visible lots, latest first. */
export const listBids = async (
  context: Context,
  { page, limit, program, work }: Query,
): Promise<z.input<typeof contract.list.answer>> => {
  const visible = and(
    isPublicWork,
    program ? eq(auctionWorks.program, program) : undefined,
    work ? eq(auctionWorks.id, work) : undefined,
  )
  const select = context.database
    .select({
      row: auctionBids,
      commitment: commitmentSql,
      channel: auctionStaffBids.channel,
      work: {
        id: auctionWorks.id,
        program: auctionWorks.program,
        lot: auctionWorks.lot,
        state: auctionWorks.state,
      },
    })
    .from(auctionBids)
    .leftJoin(auctionStaffBids, eq(auctionStaffBids.bidId, auctionBids.id))
    .innerJoin(auctionWorks, eq(auctionWorks.id, auctionBids.workId))
    .innerJoin(auctionsTable, eq(auctionsTable.id, auctionWorks.program))
    .where(visible)
  const [found, [counted]] = await Promise.all([
    select
      .orderBy(desc(auctionBids.at), desc(auctionBids.workId), desc(auctionBids.seq))
      .limit(limit)
      .offset((page - 1) * limit),
    context.database
      .select({ total: count() })
      .from(auctionBids)
      .innerJoin(auctionWorks, eq(auctionWorks.id, auctionBids.workId))
      .innerJoin(auctionsTable, eq(auctionsTable.id, auctionWorks.program))
      .where(visible),
  ])
  const works = [...new Set(found.map((one) => one.work.id))]
  const voids =
    works.length === 0
      ? []
      : await context.database
          .select({
            row: {
              workId: auctionBids.workId,
              kind: auctionBids.kind,
              bidder: auctionBids.bidder,
              seq: auctionBids.seq,
            },
          })
          .from(auctionBids)
          .where(and(inArray(auctionBids.workId, works), eq(auctionBids.kind, 'void')))
  const voidsOf = (id: string) => mapVoidedBidders(voids.filter(({ row }) => row.workId === id))
  return {
    bids: found.map((one) => ({
      program: one.work.program,
      work: one.work.id,
      lot: one.work.lot,
      ...presentHistoryRow(context, one, { isClosed: isLotClosed(one.work.state), voids: voidsOf(one.work.id) }),
    })),
    total: counted?.total ?? 0,
    page,
    limit,
  }
}
