import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { calculateBuyerTotal } from '#auction/auctions/rules.ts'
import type { Lot } from '#auction/works/contract.ts'
import { readLots, selectWorks } from '#auction/works/server/find-works.ts'
import { presentWorks } from '#auction/works/server/present-works.ts'
import { auctionWorks } from '#auction/works/table.ts'
import type { Context } from '#kit/server/context.ts'
import type { MemberLot, memberOutcomes } from '../contract.ts'
import { bidderMark } from '../rules.ts'

type Outcome = (typeof memberOutcomes)[number]

interface MemberLotRow extends Record<string, unknown> {
  work: string
  outcome: Outcome
  bidder: number
  highest: string
  maximum: string | null
  bids: number
  lastAt: string
  sale: string | null
  price: string | null
  premium: number
}

const order: readonly Outcome[] = ['outbid', 'leading', 'won', 'lost', 'passed', 'withdrawn']

/** Returns every lot on which an account has bid, with its current outcome. `visibility` is a condition on the auction. */
export const readMemberLots = async (context: Context, user: string, visibility: SQL): Promise<MemberLotRow[]> => {
  const { rows } = await context.database.execute<MemberLotRow>(sql`
    SELECT work.id AS work, own.bidder, own.highest, own.bids, format_instant(own.last) AS "lastAt", work.price, program.premium,
      CASE
        WHEN work.state = 'open' THEN CASE WHEN work.leader = own.bidder THEN 'leading' ELSE 'outbid' END
        WHEN work.state = 'sold' THEN CASE WHEN sale.id IS NOT NULL OR (work.leader = own.bidder AND gone.id IS NULL) THEN 'won' ELSE 'lost' END
        ELSE work.state END AS outcome,
      CASE WHEN work.leader = own.bidder THEN work.maximum END AS maximum, sale.id AS sale
    FROM (SELECT work_id, min(bidder) AS bidder, max(amount) AS highest, count(*)::int AS bids, max(at) AS last
      FROM auction_bids WHERE user_id = ${user} AND kind IN ('open', 'maximum') GROUP BY work_id) AS own
    JOIN auction_works AS work ON work.id = own.work_id
    JOIN auction_programs AS program ON program.id = work.program_id AND ${visibility}
    LEFT JOIN auction_sales AS sale ON sale.work_id = work.id AND sale.user_id = ${user} AND sale.state <> 'void'
    -- A bidder whose sale was voided has not won.
    LEFT JOIN auction_sales AS gone ON gone.work_id = work.id AND gone.bidder = own.bidder AND gone.state = 'void'
    ORDER BY work.ends_at, work.id`)
  return rows
}

/** Returns a page of the account's lots: outbid first, then leading, then closed. */
export const listMemberLots = async (
  context: Context,
  query: { page: number; limit: number; outcome?: Outcome | undefined; program?: string | undefined },
) => {
  const { page, limit } = query
  const all = await readMemberLots(context, context.principal.userId, sql`program.visible`)
  const counts = Object.fromEntries(
    order.map((outcome) => [outcome, all.filter((own) => own.outcome === outcome).length]),
  ) as Record<Outcome, number>
  const bound = all
    .filter(({ outcome }) => outcome === 'leading')
    .map(({ maximum, premium }) => calculateBuyerTotal(Number(maximum), premium))
    .reduce(
      (sum, one) => ({
        hammer: sum.hammer + one.hammer,
        premium: sum.premium + one.premium,
        vat: sum.vat + one.vat,
        total: sum.total + one.total,
      }),
      { hammer: 0, premium: 0, vat: 0, total: 0 },
    )
  const ids = all.map(({ work }) => work)
  const found =
    ids.length === 0
      ? []
      : await selectWorks(context)
          .where(
            and(inArray(auctionWorks.id, ids), query.program ? eq(auctionWorks.program, query.program) : undefined),
          )
          .orderBy(desc(auctionWorks.endsAt))
  const matching = all
    .filter(({ work }) => found.some((one) => one.work.id === work))
    .filter(({ outcome }) => !query.outcome || outcome === query.outcome)
    .toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome))
  const shown = matching.slice((page - 1) * limit, page * limit)
  const works = await presentWorks(
    context,
    shown.flatMap(({ work }) => found.filter((one) => one.work.id === work)),
  )
  const { now, lots } =
    shown.length === 0
      ? await readLots(context, sql`false`)
      : await readLots(
          context,
          inArray(
            sql`work.id`,
            shown.map(({ work }) => work),
          ),
        )
  const byId = new Map<string, Lot>(lots.map((lot) => [lot._id, lot]))
  const lines: MemberLot[] = shown.flatMap((own, index) => {
    const [work, lot] = [works[index], byId.get(own.work)]
    if (!work || !lot) return []
    return {
      work,
      lot,
      outcome: own.outcome,
      bidder: own.bidder,
      mark: bidderMark(context.locale, own.bidder),
      highest: Number(own.highest),
      maximum: own.maximum === null ? null : Number(own.maximum),
      bids: own.bids,
      lastAt: own.lastAt,
      sale: own.sale,
    }
  })
  return { lots: lines, bids: lines, total: matching.length, page, limit, now, bound, counts }
}
