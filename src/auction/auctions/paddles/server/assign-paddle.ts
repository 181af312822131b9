import { and, eq, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { users } from '#people/users/table.ts'
import type { auctions as contract } from '../../contract.ts'
import { maxPaddle } from '../../rules.ts'
import { findAuction, findPublicAuction } from '../../server/find-auctions.ts'
import { isRegistration, readRegistration } from '../../server/present-registration.ts'
import { registerBidder } from '../../server/register-bidder.ts'
import { sendRegistrationMail } from '../../server/send-auction-mail.ts'
import { auctionRegistrations } from '../../table.ts'

/** Runs a statement that gives a paddle number away; of two for one number, one gets it. */
const withTakenPaddle = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (violatedConstraint(error) === 'auction_entries_paddle')
      throw new AppError('conflict', { fields: { paddle: 'paddle_taken' } })
    throw error
  }
}

/** Orders concurrent assignments in an auction, so that each sees the numbers of those before it. */
const lockPaddles = (within: Context, program: string) =>
  within.database.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`paddles:${program}`}, 0))`)

const auditPaddle = async (within: Context, { id, entry }: { id: string; entry: string }, paddle: number | null) => {
  const auction = await findAuction(within, id)
  const summary = auction.title.ko
  await writeAudit(within, { action: 'update', entity: 'entries', entityId: entry, summary, after: { paddle } })
}

export const paddleHandlers: Pick<Handlers<typeof contract>, 'enroll' | 'setPaddle'> = {
  enroll: (context, { params, body }) =>
    withTakenPaddle(() =>
      context.transaction(async (within) => {
        const [member] = await within.database
          .select({ id: users.id })
          .from(users)
          .where(and(eq(users.username, body.username), eq(users.state, 'active')))
        if (!member) throw new AppError('invalid', { fields: { username: 'paddle_member' } })
        await lockPaddles(within, params.id)
        const { termsVersion } = await findPublicAuction(within, params.id)
        const isOwn = and(eq(auctionRegistrations.programId, params.id), eq(auctionRegistrations.userId, member.id))
        const [before] = await within.database.select().from(auctionRegistrations).where(isOwn)
        const auction = await registerBidder(within, params.id, { termsVersion, userId: member.id, isOnPaper: true })
        const { rows } = await within.database.execute<{ id: string; paddle: number }>(sql`
          UPDATE auction_entries AS own SET paddle = coalesce(${body.paddle}::int, own.paddle,
              -- The next number, or the lowest free one once the highest is given away.
              (SELECT number FROM generate_series(1, ${maxPaddle}::int) AS number
               LEFT JOIN auction_entries AS other ON other.program_id = own.program_id AND other.paddle = number
               WHERE other.id IS NULL
               ORDER BY number > (SELECT coalesce(max(given.paddle), 0) FROM auction_entries AS given
                 WHERE given.program_id = own.program_id) DESC, number LIMIT 1)),
            updated_at = greatest(${within.now().toISOString()}::timestamptz(3), own.updated_at + interval '1 millisecond')
          WHERE own.program_id = ${params.id} AND own.user_id = ${member.id} AND own.state = 'approved'
            AND (own.paddle IS NULL OR own.paddle = coalesce(${body.paddle}::int, own.paddle))
          RETURNING own.id, own.paddle`)
        const [row] = rows
        // The bidder was refused before, or has another number: staff decide that in the list.
        if (!row) throw new AppError('conflict', { fields: { username: 'paddle_registered' } })
        const registration = { id: params.id, entry: row.id }
        await writeAudit(within, {
          action: before ? 'update' : 'create',
          entity: 'entries',
          entityId: row.id,
          summary: auction.title.ko,
          after: { state: 'approved', termsVersion, paddle: row.paddle },
        })
        await publishEvent(within, { users: [member.id] }, { topic: 'entries', id: params.id })
        const [approved] = await within.database.select().from(auctionRegistrations).where(isOwn)
        if (before?.state === 'waiting' && approved) await sendRegistrationMail(within, auction, approved)
        return { entry: await readRegistration(within, registration) }
      }),
    ),

  setPaddle: (context, { params, body }) =>
    withTakenPaddle(() =>
      context.transaction(async (within) => {
        await lockPaddles(within, params.id)
        // Locked, because a bid that is being entered locks the registration too, and is seen after it.
        const [locked] = await within.database
          .select({ id: auctionRegistrations.id })
          .from(auctionRegistrations)
          .where(isRegistration(params))
          .for('update')
        if (!locked) throw new AppError('not_found')
        const { rowCount } = await within.database.execute(sql`
          UPDATE auction_entries AS own SET paddle = ${body.paddle}::int,
            updated_at = greatest(${within.now().toISOString()}::timestamptz(3), own.updated_at + interval '1 millisecond')
          WHERE own.id = ${params.entry} AND (own.paddle IS NOT DISTINCT FROM ${body.paddle}::int OR NOT EXISTS (
            SELECT FROM auction_staff_bids AS entered JOIN auction_bids AS bid ON bid.id = entered.bid_id
              JOIN auction_works AS work ON work.id = bid.work_id
            WHERE work.program_id = own.program_id AND bid.user_id = own.user_id))`)
        if (rowCount === 0) throw new AppError('conflict', { fields: { paddle: 'paddle_used' } })
        await auditPaddle(within, params, body.paddle)
        return { entry: await readRegistration(within, params) }
      }),
    ),
}
