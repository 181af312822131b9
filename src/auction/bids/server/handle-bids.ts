import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { calculateBuyerTotal } from '#auction/auctions/rules.ts'
import { isLotClosed } from '#auction/works/rules.ts'
import { findLot, findPublicWork } from '#auction/works/server/find-works.ts'
import { AppError } from '#kit/errors.ts'
import type { Handlers } from '#kit/server/context.ts'
import { selectPage } from '#kit/server/records/select-page.ts'
import type { bids as contract } from '../contract.ts'
import { enterBid } from '../staff-bids/server/enter-bid.ts'
import { auctionBids } from '../table.ts'
import { deskHandlers } from './handle-desk-bids.ts'
import { listBids } from './list-bids.ts'
import { listMemberLots } from './list-member-lots.ts'
import { submitBid } from './place-bid.ts'
import { createReceipt, mapVoidedBidders, presentHistoryRow, readHistory } from './read-history.ts'

export const bidHandlers: Handlers<typeof contract> = {
  ...deskHandlers,

  async history(context, { params, query }) {
    const { work } = await findPublicWork(context, params.id)
    const [{ now, lot }, rows, voids] = await Promise.all([
      findLot(context, params.id),
      readHistory(context, params.id, query),
      readHistory(context, params.id, { kind: 'void' }),
    ])
    const shown = { isClosed: isLotClosed(work.state), voids: mapVoidedBidders(voids) }
    return { now, lot, bids: rows.toReversed().map((row) => presentHistoryRow(context, row, shown)) }
  },

  enter: enterBid,

  list: (context, { query }) => listBids(context, query),

  place(context, { params, body, key }) {
    const bid = { work: params.id, user: context.principal.userId, ...body, key: key ?? context.newId() }
    // With a key, the request already runs in a transaction.
    return key ? submitBid(context, bid) : context.transaction((within) => submitBid(within, bid))
  },

  async sum(context, { params, query }) {
    const { program } = await findPublicWork(context, params.id)
    return { sum: calculateBuyerTotal(query.amount, program.premium) }
  },

  async chain(context, { params }) {
    const { work, program } = await findPublicWork(context, params.id)
    if (work.state !== 'sold' && work.state !== 'passed') throw new AppError('not_found')
    const [rows, { rows: pauses }] = await Promise.all([
      readHistory(context, params.id),
      context.database.execute<{ from: string; to: string }>(sql`
        SELECT format_instant(from_at) AS from, format_instant(to_at) AS to FROM auction_pauses
        WHERE program_id = ${program.id} AND from_at < ${work.closedAt?.toISOString() ?? null}::timestamptz ORDER BY from_at`),
    ])
    return {
      version: 1 as const,
      work: work.id,
      lot: work.lot,
      rules: {
        start: work.startPrice,
        reserve: work.reserve,
        increments: program.increments,
        windowSeconds: program.windowSeconds,
        extensionSeconds: program.extensionSeconds,
        dueAt: work.dueAt?.toISOString() ?? '',
        hardEnd: work.hardEnd?.toISOString() ?? '',
      },
      pauses,
      rows: rows.map((row) => presentHistoryRow(context, row, { isClosed: true, voids: new Map() })),
      closed: {
        state: work.state,
        at: work.closedAt?.toISOString() ?? '',
        price: work.price,
        leader: work.leader,
      },
    }
  },

  mine: (context, { query }) => listMemberLots(context, query),

  async receipts(context, { query }) {
    const { page, limit } = query
    const where = and(
      eq(auctionBids.userId, context.principal.userId),
      inArray(auctionBids.kind, ['open', 'maximum']),
      query.work ? eq(auctionBids.workId, query.work) : undefined,
    )
    const [rows, total] = await selectPage(context, auctionBids, where, { page, limit }, [
      desc(auctionBids.at),
      desc(auctionBids.id),
    ])
    return { receipts: rows.map((row) => createReceipt(context, row)), total, page, limit }
  },
}
