import { and, eq, inArray, sql } from 'drizzle-orm'
import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows, toRecord } from '#kit/server/records/records.ts'
import { users } from '#people/users/table.ts'
import type { auctions as contract } from '../contract.ts'
import { depositReference } from '../rules.ts'
import { auctionRegistrations, auctionsTable, type RegistrationRow } from '../table.ts'
import { findPublicAuction, presentRegistration } from './find-auctions.ts'
import { decryptRefundAccount, encryptRefundAccount, presentDeposit } from './present-deposit.ts'
import { sendDepositMail } from './send-auction-mail.ts'

const entryIs = ({ id, entry }: { id: string; entry: string }) =>
  and(eq(auctionRegistrations.id, entry), eq(auctionRegistrations.programId, id))

/** Selects registrations with their accounts, for staff. */
export const selectRegistrations = (context: Context) =>
  context.database
    .select({
      entry: auctionRegistrations,
      username: users.username,
      name: users.name,
      owes: sql<boolean>`${auctionRegistrations.deposit} = 'received' AND auction_owes(${auctionRegistrations.programId}, ${auctionRegistrations.userId})`,
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
    }
  })

/** Allowed previous states of each deposit state. */
const before = { received: ['due'], refused: ['due'], returned: ['received'] } as const

export const depositHandlers: Pick<Handlers<typeof contract>, 'setDeposit' | 'refundTo' | 'setRefundTo'> = {
  setDeposit: (context, { params, body }) =>
    context.transaction(async (within) => {
      const { state, reason } = body
      if (state === 'refused' && reason === '') throw new AppError('invalid', { fields: { reason: 'required' } })
      // A separate statement takes the lock first: the update below then sees a bid that committed meanwhile.
      const [held] = await within.database.select().from(auctionRegistrations).where(entryIs(params)).for('update')
      if (!held) throw new AppError('not_found')
      const now = within.now()
      const [changed] = await changeRows(within, auctionRegistrations, {
        deposit: state,
        ...(state === 'received' && { receivedAt: now }),
        ...(state === 'refused' && { depositReason: reason, sealed: null }),
        ...(state === 'returned' && { returnedAt: now, sealed: null }),
      })
        .where(
          and(
            entryIs(params),
            inArray(auctionRegistrations.deposit, [...before[state]]),
            state === 'returned'
              ? sql`NOT auction_owes(${auctionRegistrations.programId}, ${auctionRegistrations.userId})`
              : undefined,
          ),
        )
        .returning()
      if (!changed)
        throw new AppError('conflict', {
          fields: { state: state === 'returned' && held.deposit === 'received' ? 'deposit_owes' : 'deposit_changed' },
        })
      const [program] = await within.database.select().from(auctionsTable).where(eq(auctionsTable.id, params.id))
      const [row] = await selectRegistrations(within).where(entryIs(params))
      const [entry] = row ? presentRegistrations(within, [row]) : []
      if (!program || !entry) throw new AppError('not_found')
      await writeAudit(within, {
        action: 'update',
        entity: 'entries',
        entityId: params.entry,
        summary: program.title.ko,
        before: { deposit: held.deposit },
        after: { deposit: state, amount: changed.depositAmount, ...(reason && { reason }) },
      })
      await publishEvent(
        within,
        { users: [changed.userId], scope: 'console:auction' },
        { topic: 'entries', id: params.id },
      )
      await sendDepositMail(within, program, changed)
      return { entry }
    }),

  async refundTo(context, { params, body }) {
    const [row] = await selectRegistrations(context).where(entryIs(params))
    const account = row && decryptRefundAccount(context, row.entry)
    if (!account) throw new AppError('not_found')
    // Logged before the answer, so that every access to a number is on record.
    await recordPersonalAccess(context, {
      act: 'read',
      entity: 'entries',
      entityId: params.entry,
      summary: depositReference(row.entry.depositNumber ?? 0),
      of: row.entry.userId,
      fields: ['account'],
      reason: body.reason,
    })
    return { account }
  },

  async setRefundTo(context, { params, body }) {
    const program = await findPublicAuction(context, params.id)
    const own = and(
      eq(auctionRegistrations.programId, params.id),
      eq(auctionRegistrations.userId, context.principal.userId),
      inArray(auctionRegistrations.deposit, ['due', 'received']),
    )
    const [entry] = await context.database.select({ id: auctionRegistrations.id }).from(auctionRegistrations).where(own)
    const [changed] = entry
      ? await changeRows(context, auctionRegistrations, {
          sealed: encryptRefundAccount(context, entry.id, body.account),
        })
          .where(own)
          .returning({ id: auctionRegistrations.id })
      : []
    if (!changed) throw new AppError('not_found')
    await publishEvent(context, { scope: 'console:auction' }, { topic: 'entries', id: params.id })
    return { entry: await presentRegistration(context, program) }
  },
}
