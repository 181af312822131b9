import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { depositDueDays } from '../rules.ts'
import { type AuctionRow, auctionRegistrations } from '../table.ts'
import { auctionStateCondition, findAuction, findPublicAuction } from './find-auctions.ts'
import { sendDepositMail } from './send-auction-mail.ts'

interface Acceptance {
  termsVersion: number
  userId: string
  /** Signed before staff, who thereby approve the bidder. */
  isOnPaper?: boolean
}

/** Registers an account for an auction, or records its acceptance of new terms. */
export const registerBidder = async (
  within: Context,
  id: string,
  { termsVersion, userId, isOnPaper = false }: Acceptance,
): Promise<AuctionRow> => {
  const auction = await findPublicAuction(within, id)
  const now = sql`${within.now().toISOString()}::timestamptz`
  // Locked, so that the deposit amount matches the auction. The statement repeats the terms version that was read.
  const { rows } = await within.database.execute<{ requested: boolean }>(sql`
    WITH program AS (SELECT * FROM auction_programs
      WHERE id = ${id} AND visible AND cancelled_at IS NULL AND terms_version = ${termsVersion}
        AND NOT ${auctionStateCondition('over', within.now())} FOR SHARE)
    INSERT INTO auction_entries AS own (id, program_id, user_id, state, terms_version, accepted_at, created_at, updated_at,
      deposit, deposit_amount, deposit_number, deposit_due)
    SELECT ${within.newId()}::uuid, id, ${userId}::uuid,
      CASE WHEN entry = 'open' OR ${isOnPaper} THEN 'approved' ELSE 'waiting' END, terms_version, ${now}, ${now}, ${now},
      CASE WHEN deposit IS NULL THEN 'none' ELSE 'due' END, (deposit ->> 'amount')::bigint,
      CASE WHEN deposit IS NOT NULL THEN nextval('auction_deposit_numbers') END,
      CASE WHEN deposit IS NOT NULL THEN ${now} + make_interval(days => ${depositDueDays}) END
    FROM program
    ON CONFLICT (program_id, user_id) DO UPDATE SET terms_version = excluded.terms_version,
      -- Accepting the same version again keeps the first acceptance.
      accepted_at = CASE WHEN own.terms_version = excluded.terms_version THEN own.accepted_at
        ELSE excluded.accepted_at END,
      -- A waiting registration is approved if the auction no longer requires approval.
      state = CASE own.state WHEN 'waiting' THEN excluded.state ELSE own.state END,
      -- A refused deposit is requested again, unless the bidder was refused. Any other state is kept, so that payment
      -- and refund stay on record.
      (deposit, deposit_amount, deposit_number, deposit_due, deposit_reason, received_at, returned_at) = (SELECT
        CASE WHEN kept THEN own.deposit ELSE excluded.deposit END,
        CASE WHEN kept THEN own.deposit_amount ELSE excluded.deposit_amount END,
        CASE WHEN kept THEN own.deposit_number ELSE excluded.deposit_number END,
        CASE WHEN kept THEN own.deposit_due ELSE excluded.deposit_due END,
        CASE WHEN kept THEN own.deposit_reason ELSE '' END,
        CASE WHEN kept THEN own.received_at END, CASE WHEN kept THEN own.returned_at END
        FROM (SELECT own.deposit IN ('due', 'received', 'returned') OR own.state = 'refused' OR excluded.deposit = 'none' AS kept) AS known),
      updated_at = greatest(${now}, own.updated_at + interval '1 millisecond')
    RETURNING deposit = 'due' AND deposit_due = ${now} + make_interval(days => ${depositDueDays}) AS requested`)
  const [registered] = rows
  if (!registered) {
    const current = await findAuction(within, id)
    throw new AppError('conflict', {
      fields: { termsVersion: current.termsVersion === termsVersion ? 'program_cancelled' : 'program_terms' },
    })
  }
  if (registered.requested) {
    const [entry] = await within.database
      .select()
      .from(auctionRegistrations)
      .where(and(eq(auctionRegistrations.programId, id), eq(auctionRegistrations.userId, userId)))
    if (entry) await sendDepositMail(within, auction, entry)
  }
  await publishEvent(within, { scope: 'console:auction' }, { topic: 'entries', id: id })
  return auction
}
