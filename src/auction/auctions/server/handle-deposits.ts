import { and, eq, inArray, sql } from 'drizzle-orm'
import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Handlers } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import type { auctions as contract } from '../contract.ts'
import { depositReference } from '../rules.ts'
import { auctionRegistrations } from '../table.ts'
import { findAuction, findPublicAuction } from './find-auctions.ts'
import { decryptRefundAccount, encryptRefundAccount } from './present-deposit.ts'
import { isRegistration, presentRegistration, readRegistration, selectRegistrations } from './present-registration.ts'
import { sendDepositMail } from './send-auction-mail.ts'

/** Allowed previous states of each deposit state. */
const previousStates = { received: ['due'], refused: ['due'], returned: ['received'] } as const

export const depositHandlers: Pick<Handlers<typeof contract>, 'setDeposit' | 'refundTo' | 'setRefundTo'> = {
  setDeposit: (context, { params, body }) =>
    context.transaction(async (within) => {
      const { state, reason } = body
      if (state === 'refused' && reason === '') throw new AppError('invalid', { fields: { reason: 'required' } })
      // A separate statement takes the lock first: the update below then sees a bid that committed meanwhile.
      const [held] = await within.database
        .select()
        .from(auctionRegistrations)
        .where(isRegistration(params))
        .for('update')
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
            isRegistration(params),
            inArray(auctionRegistrations.deposit, [...previousStates[state]]),
            state === 'returned'
              ? sql`NOT has_auction_obligations(${auctionRegistrations.programId}, ${auctionRegistrations.userId})`
              : undefined,
          ),
        )
        .returning()
      if (!changed)
        throw new AppError('conflict', {
          fields: { state: state === 'returned' && held.deposit === 'received' ? 'deposit_owes' : 'deposit_changed' },
        })
      const auction = await findAuction(within, params.id)
      const entry = await readRegistration(within, params)
      await writeAudit(within, {
        action: 'update',
        entity: 'entries',
        entityId: params.entry,
        summary: auction.title.ko,
        before: { deposit: held.deposit },
        after: { deposit: state, amount: changed.depositAmount, ...(reason && { reason }) },
      })
      await publishEvent(
        within,
        { users: [changed.userId], scope: 'console:auction' },
        { topic: 'entries', id: params.id },
      )
      await sendDepositMail(within, auction, changed)
      return { entry }
    }),

  async refundTo(context, { params, body }) {
    const [row] = await selectRegistrations(context).where(isRegistration(params))
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
    const auction = await findPublicAuction(context, params.id)
    const isOwn = and(
      eq(auctionRegistrations.programId, params.id),
      eq(auctionRegistrations.userId, context.principal.userId),
      inArray(auctionRegistrations.deposit, ['due', 'received']),
    )
    const [entry] = await context.database
      .select({ id: auctionRegistrations.id })
      .from(auctionRegistrations)
      .where(isOwn)
    const [changed] = entry
      ? await changeRows(context, auctionRegistrations, {
          sealed: encryptRefundAccount(context, entry.id, body.account),
        })
          .where(isOwn)
          .returning({ id: auctionRegistrations.id })
      : []
    if (!changed) throw new AppError('not_found')
    await publishEvent(context, { scope: 'console:auction' }, { topic: 'entries', id: params.id })
    return { entry: await presentRegistration(context, auction) }
  },
}
