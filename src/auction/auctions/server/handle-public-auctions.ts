import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Handlers } from '#kit/server/context.ts'
import { selectPage } from '#kit/server/records/select-page.ts'
import type { auctions as contract } from '../contract.ts'
import { auctionsTable } from '../table.ts'
import { auctionStateCondition, findPublicAuction } from './find-auctions.ts'
import { presentAuction, presentAuctions } from './present-auctions.ts'
import { presentRegistration } from './present-registration.ts'
import { registerBidder } from './register-bidder.ts'

/** Handlers for visitors and members. */
export const publicHandlers: Pick<Handlers<typeof contract>, 'published' | 'open' | 'hall' | 'entry' | 'enter'> = {
  async published(context, { query }) {
    context.tag('auction')
    const { page, limit, state } = query
    const now = context.now()
    const where = and(eq(auctionsTable.visible, true), state ? auctionStateCondition(state, now) : undefined)
    const running = sql`CASE WHEN ${auctionStateCondition('running', now)} THEN 0 WHEN ${auctionStateCondition('coming', now)} THEN 1 ELSE 2 END`
    const [rows, total] = await selectPage(context, auctionsTable, where, { page, limit }, [
      running,
      sql`CASE WHEN ${auctionStateCondition('over', now)} THEN NULL ELSE ${auctionsTable.startsAt} END`,
      desc(auctionsTable.startsAt),
      asc(auctionsTable.id),
    ])
    // An auction that begins moves to another list.
    const [next] = await context.database
      .select({ at: auctionsTable.startsAt })
      .from(auctionsTable)
      .where(and(eq(auctionsTable.visible, true), auctionStateCondition('coming', now)))
      .orderBy(asc(auctionsTable.startsAt))
      .limit(1)
    context.showUntil(next?.at)
    return { programs: await presentAuctions(context, rows), total, page, limit }
  },

  async open(context, { params }) {
    context.tag('auction')
    return { program: await presentAuction(context, await findPublicAuction(context, params.id)) }
  },

  async hall(context, { params }) {
    context.tag('auction')
    const [row] = await context.database
      .select()
      .from(auctionsTable)
      .where(
        and(
          eq(auctionsTable.visible, true),
          sql`id = (SELECT program_id FROM auction_halls WHERE id = ${params.hall})`,
        ),
      )
    if (!row) throw new AppError('not_found')
    const program = await presentAuction(context, row)
    const hall = program.halls.find(({ _id }) => _id === params.hall)
    if (!hall) throw new AppError('not_found')
    return { hall, program }
  },

  async entry(context, { params }) {
    return { entry: await presentRegistration(context, await findPublicAuction(context, params.id)) }
  },

  enter: (context, { params, body }) =>
    context.transaction(async (within) => {
      const acceptance = { termsVersion: body.termsVersion, userId: within.principal.userId }
      return { entry: await presentRegistration(within, await registerBidder(within, params.id, acceptance)) }
    }),
}
