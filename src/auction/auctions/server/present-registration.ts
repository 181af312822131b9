import { and, asc, eq, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { users } from '#people/users/table.ts'
import type { ConsoleRegistration, Registration } from '../contract.ts'
import { type AuctionRow, auctionRegistrations, type RegistrationRow } from '../table.ts'
import { presentDeposit, presentOwnDeposit } from './present-deposit.ts'

/** Returns the registration of the requesting account for an auction. */
export const presentRegistration = async (context: Context, row: AuctionRow): Promise<Registration> => {
  const [entry] = await context.database
    .select()
    .from(auctionRegistrations)
    .where(and(eq(auctionRegistrations.programId, row.id), eq(auctionRegistrations.userId, context.principal.userId)))
    .orderBy(asc(auctionRegistrations.id))
  return {
    state: entry?.state ?? null,
    mayBid:
      entry?.state === 'approved' &&
      entry.termsVersion === row.termsVersion &&
      (row.deposit === null || entry.deposit === 'received'),
    acceptedVersion: entry?.termsVersion ?? null,
    termsVersion: row.termsVersion,
    reason: entry?.state === 'refused' ? entry.reason : '',
    deposit: entry ? presentOwnDeposit(context, entry, row) : null,
  }
}

/** Selects registrations with their accounts, for staff. */
export const selectRegistrations = (context: Context) =>
  context.database
    .select({
      entry: auctionRegistrations,
      username: users.username,
      name: users.name,
      owes: sql<boolean>`${auctionRegistrations.deposit} = 'received' AND has_auction_obligations(${auctionRegistrations.programId}, ${auctionRegistrations.userId})`,
      givenUp: sql<boolean>`EXISTS (SELECT FROM auction_sales AS sale JOIN auction_works AS work ON work.id = sale.work_id
        WHERE work.program_id = ${auctionRegistrations.programId} AND sale.user_id = ${auctionRegistrations.userId}
          AND sale.state = 'void' AND sale.void_reason NOT IN ('declined', 'expired'))`,
    })
    .from(auctionRegistrations)
    .innerJoin(users, eq(users.id, auctionRegistrations.userId))

export const presentRegistrations = (
  context: Context,
  rows: { entry: RegistrationRow; username: string; name: string; owes: boolean; givenUp: boolean }[],
) =>
  rows.map(({ entry, username, name, owes, givenUp }) => {
    const deposit = presentDeposit(context, entry)
    return {
      ...toRecord({
        id: entry.id,
        createdAt: entry.createdAt,
        updatedAt: entry.updatedAt,
        state: entry.state,
        reason: entry.reason,
        termsVersion: entry.termsVersion,
        acceptedAt: entry.acceptedAt,
      }),
      user: { _id: entry.userId, username, name },
      deposit: deposit && { ...deposit, owes, givenUp },
      paddle: entry.paddle,
    }
  })

/** Condition: one registration of an auction. */
export const isRegistration = ({ id, entry }: { id: string; entry: string }) =>
  and(eq(auctionRegistrations.id, entry), eq(auctionRegistrations.programId, id))

/** Returns one registration for staff; throws `not_found`. */
export const readRegistration = async (
  context: Context,
  params: { id: string; entry: string },
): Promise<ConsoleRegistration> => {
  const [entry] = presentRegistrations(context, await selectRegistrations(context).where(isRegistration(params)))
  if (!entry) throw new AppError('not_found')
  return entry
}
