import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { calculateBuyerTotal } from '#auction/auctions/rules.ts'
import { isLotClosed } from '#auction/works/rules.ts'
import { findLot, findPublicWork } from '#auction/works/server/find-works.ts'
import { AppError } from '#kit/errors.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { selectPage } from '#kit/server/records/select-page.ts'
import type { bids as contract } from '../contract.ts'
import { auctionBids } from '../table.ts'
import { deskHandlers } from './handle-desk-bids.ts'
import { listMemberLots } from './list-member-lots.ts'
import { notifyOutbid, placeBid } from './place-bid.ts'
import { createReceipt, mapVoidedBidders, presentHistoryRow, readHistory } from './read-history.ts'
import { queueRefusal } from './store-refusals.ts'

/** True if staff voided the account's bids on the lot: the refusal must not suggest missing terms or approval. */
const isVoided = async (context: Context, { work, user }: { work: string; user: string }): Promise<boolean> =>
  (await context.database.$count(
    auctionBids,
    and(eq(auctionBids.workId, work), eq(auctionBids.userId, user), eq(auctionBids.kind, 'void')),
  )) > 0

/** Places a bid within a transaction and notifies the outbid member. */
const decide = async (within: Context, bid: Parameters<typeof placeBid>[1]) => {
  const { outcome, outbid, now, lot, receipt } = await placeBid(within, bid)
  if (outcome === 'not_found' || !lot) throw new AppError('not_found')
  if (outcome !== 'taken' && outcome !== 'repeated') {
    const { key: _key, ...refused } = bid
    queueRefusal(within, { ...refused, reason: outcome, at: new Date(now) })
    const isVoidedBidder = outcome === 'not_entitled' && (await isVoided(within, bid))
    throw new AppError('conflict', {
      fields: { amount: isVoidedBidder ? 'bid_out' : `bid_${outcome}` },
      current: { reason: outcome, now, lot },
    })
  }
  if (!receipt) throw new AppError('conflict')
  if (outbid) await notifyOutbid(within, bid.work, outbid)
  return { now, receipt, lot }
}

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

  place(context, { params, body, key }) {
    const bid = { work: params.id, user: context.principal.userId, ...body, key: key ?? context.newId() }
    // With a key, the request already runs in a transaction.
    return key ? decide(context, bid) : context.transaction((within) => decide(within, bid))
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
        SELECT auction_instant(from_at) AS from, auction_instant(to_at) AS to FROM auction_pauses
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
