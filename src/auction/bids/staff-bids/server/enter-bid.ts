import { and, eq, sql } from 'drizzle-orm'
import { auctionRegistrations } from '#auction/auctions/table.ts'
import { auctionWorks } from '#auction/works/table.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import type { Context, Handler } from '#kit/server/context.ts'
import { users } from '#people/users/table.ts'
import type { bids as contract } from '../../contract.ts'
import { submitBid } from '../../server/place-bid.ts'

/** Returns the active bidder with a paddle number in the auction of a lot. */
const findBidder = async (within: Context, workId: string, paddle: number) => {
  const [work] = await within.database
    .select({ lot: auctionWorks.lot, program: auctionWorks.program })
    .from(auctionWorks)
    .where(eq(auctionWorks.id, workId))
  if (!work) throw new AppError('not_found')
  const [bidder] = await within.database
    .select({ _id: users.id, username: users.username, name: users.name })
    .from(auctionRegistrations)
    .innerJoin(users, eq(users.id, auctionRegistrations.userId))
    .where(
      and(
        eq(auctionRegistrations.programId, work.program),
        eq(auctionRegistrations.paddle, paddle),
        eq(users.state, 'active'),
      ),
    )
  if (!bidder) throw new AppError('invalid', { fields: { paddle: 'bid_paddle' } })
  return { ...work, bidder }
}

/** Enters a bid for the bidder of a paddle number: the same decision and the same chain as for a bid online. */
export const enterBid: Handler<typeof contract.enter> = (context, { params, body, key }) =>
  context.transaction(async (within) => {
    const { paddle, channel, kind, amount } = body
    const { lot: number, program, bidder } = await findBidder(within, params.work, paddle)
    const { receipt, now, lot } = await submitBid(within, {
      work: params.work,
      user: bidder._id,
      kind,
      amount,
      // Prefixed, so that it never equals a key of the bidder's browser.
      key: `staff:${within.principal.userId}:${key ?? within.newId()}`,
    })
    // Placing the bid has locked the registration. A repeated request writes the same row again.
    const { rowCount } = await within.database.execute(sql`
      INSERT INTO auction_staff_bids AS entered (bid_id, channel, paddle, entered_by)
      SELECT bid.id, ${channel}, own.paddle, ${within.principal.userId}::uuid FROM auction_bids AS bid
      JOIN auction_entries AS own ON own.program_id = ${program} AND own.user_id = bid.user_id AND own.paddle = ${paddle}
      WHERE bid.work_id = ${params.work} AND bid.seq = ${receipt.seq}
      ON CONFLICT (bid_id) DO UPDATE SET channel = entered.channel`)
    if (rowCount === 0) throw new AppError('invalid', { fields: { paddle: 'bid_paddle' } })
    await writeAudit(within, {
      action: 'create',
      entity: 'bids',
      entityId: params.work,
      summary: `LOT ${number}`,
      // No amount of a maximum: staff must not read it in the log before the lot is closed.
      after: { paddle, channel, kind, row: receipt.seq, ...(kind === 'open' && { amount }) },
    })
    return { bid: { ...receipt, paddle, channel, user: bidder }, now, lot }
  })
