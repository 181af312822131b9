import { eq, sql } from 'drizzle-orm'
import { buildRegistration } from '#auction/auctions/factory.ts'
import { buildWork } from '#auction/works/factory.ts'
import { auctionWorks, type WorkRow } from '#auction/works/table.ts'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { buildUser } from '#people/users/factory.ts'
import type { bids as contract } from './contract.ts'
import type { BidKind } from './rules.ts'
import { placeBid } from './server/place-bid.ts'
import { auctionBids } from './table.ts'

/** Places a bid, registering the account for the auction if necessary; throws if the bid is refused. */
export const buildBid = async (
  context: Context,
  {
    work,
    userId,
    kind = 'open',
    amount,
  }: { work: Pick<WorkRow, 'id' | 'program'>; userId: string; kind?: BidKind; amount: number },
): Promise<void> => {
  await context.database.execute(sql`
    INSERT INTO auction_entries (id, program_id, user_id, state, terms_version, accepted_at)
    SELECT ${context.newId()}::uuid, id, ${userId}::uuid, 'approved', terms_version, now() FROM auction_programs
    WHERE id = ${work.program} ON CONFLICT DO NOTHING`)
  const bid = { work: work.id, user: userId, kind, amount, key: context.newId() }
  const { outcome } = await context.transaction((within) => placeBid(within, bid))
  if (outcome !== 'taken') throw new Error(`The bid was refused: ${outcome}`)
}

/** Creates an account that the robot bids for. */
export const buildRobot = (context: Context) => {
  const username = `auction-demo-${context.newId()}`
  return buildUser(context, { username, email: `${username}@daecheong.example` })
}

/** Sets the end of an open lot to now; `closeLots` then closes it. */
export const endLot = async (context: Context, id: string): Promise<void> => {
  // Truncated, because the columns store milliseconds and would round a time up into the future.
  const now = sql`date_trunc('milliseconds', clock_timestamp())`
  await context.database.update(auctionWorks).set({ dueAt: now, endsAt: now }).where(eq(auctionWorks.id, id))
}

const params = async (context: Context) => ({ params: { id: (await buildWork(context)).id } })

const withBid = async (context: Context) => {
  const work = await buildWork(context)
  const { id: userId } = await buildUser(context)
  await buildBid(context, { work, userId, amount: 100_000 })
  const [bid] = await context.database.select().from(auctionBids).where(eq(auctionBids.workId, work.id))
  return { work, bid: bid?.id ?? '' }
}

export const samples: Samples<typeof contract> = {
  history: params,
  place: async (context) => {
    const work = await buildWork(context)
    await buildRegistration(context, { programId: work.program, userId: context.principal.userId })
    return { params: { id: work.id }, body: { kind: 'open', amount: 100_000 } }
  },
  sum: async (context) => ({ ...(await params(context)), query: { amount: 100_000 } }),
  chain: async (context) => {
    const { work } = await withBid(context)
    await endLot(context, work.id)
    await context.database.execute(sql`SELECT close_lots()`)
    return { params: { id: work.id } }
  },
  deskHistory: async (context) => ({ params: { work: (await withBid(context)).work.id } }),
  enter: async (context) => {
    const work = await buildWork(context)
    const { id: userId } = await buildUser(context)
    await buildRegistration(context, { programId: work.program, userId, paddle: 27 })
    return { params: { work: work.id }, body: { paddle: 27, channel: 'telephone', kind: 'open', amount: 100_000 } }
  },
  list: async (context) => ({ query: { work: (await withBid(context)).work.id } }),
  void: async (context) => {
    const { work, bid } = await withBid(context)
    return { params: { work: work.id, id: bid }, body: { reason: '잘못 누르셨다고 알려 오셨습니다.' } }
  },
  robot: async (context) => {
    await buildRobot(context)
    return { params: { id: (await buildWork(context)).program }, body: { minutes: 5 } }
  },
  desk: async (context) => ({ params: { id: (await withBid(context)).work.program } }),
}
