import { and, eq, isNotNull } from 'drizzle-orm'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import type { PersonalData } from '#kit/module/module.ts'
import { m } from '#messages/messages.js'
import { auctionRegistrations, auctionsTable } from '../table.ts'

/** Years for which payments are retained: Act on Consumer Protection in Electronic Commerce, article 6. */
const keptYears = 5

/** Registrations of an account. A received deposit must be refunded before the account is deleted. */
export const personal: PersonalData = {
  async blockers(context, { userId }) {
    const rows = await context.database
      .select({ id: auctionsTable.id, title: auctionsTable.title })
      .from(auctionRegistrations)
      .innerJoin(auctionsTable, eq(auctionsTable.id, auctionRegistrations.programId))
      .where(and(eq(auctionRegistrations.userId, userId), eq(auctionRegistrations.deposit, 'received')))
    const { locale } = context
    return rows.map(({ id, title }) => ({
      title: m.auctions_deposit_leave({ program: textIn(locale, title) }, { locale }),
      to: `/auction/programs/${id}`,
    }))
  },
  async retained(context, { userId }) {
    const rows = await context.database
      .select({
        programId: auctionRegistrations.programId,
        amount: auctionRegistrations.depositAmount,
        receivedAt: auctionRegistrations.receivedAt,
        returnedAt: auctionRegistrations.returnedAt,
      })
      .from(auctionRegistrations)
      .where(and(eq(auctionRegistrations.userId, userId), isNotNull(auctionRegistrations.receivedAt)))
    const until = new Date(context.now())
    until.setFullYear(until.getFullYear() + keptYears)
    return rows.length === 0 ? [] : [{ basis: 'contract', until, records: rows }]
  },
  async forget(context, { userId }) {
    await context.database
      .delete(auctionRegistrations)
      .where(eq(auctionRegistrations.userId, userId))
      .catch((error: unknown) => {
        // A deposit arrived meanwhile: the client has to read the blocking reasons again.
        if (violatedConstraint(error) === 'auction_entries_paid') throw new AppError('conflict')
        throw error
      })
    return []
  },
  async archive(context, { userId }) {
    const rows = await context.database
      .select()
      .from(auctionRegistrations)
      .where(eq(auctionRegistrations.userId, userId))
    return {
      auctionEntries: rows.map((row) => ({
        program: row.programId,
        state: row.state,
        reason: row.reason,
        termsVersion: row.termsVersion,
        acceptedAt: row.acceptedAt,
        deposit: row.deposit,
        depositAmount: row.depositAmount,
        depositReason: row.depositReason,
        receivedAt: row.receivedAt,
        returnedAt: row.returnedAt,
        paddle: row.paddle,
      })),
    }
  },
}
