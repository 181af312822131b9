import { and, eq, isNotNull } from 'drizzle-orm'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import type { PersonalData } from '#kit/module/module.ts'
import { m } from '#messages/messages.js'
import { auctionEntries, auctionPrograms } from '../table.ts'

/** Years for which payments are retained: Act on Consumer Protection in Electronic Commerce, article 6. */
const keptYears = 5

/** Registrations of an account. A received deposit must be refunded before the account is deleted. */
export const personal: PersonalData = {
  async blocks(context, { userId }) {
    const rows = await context.database
      .select({ id: auctionPrograms.id, title: auctionPrograms.title })
      .from(auctionEntries)
      .innerJoin(auctionPrograms, eq(auctionPrograms.id, auctionEntries.programId))
      .where(and(eq(auctionEntries.userId, userId), eq(auctionEntries.deposit, 'received')))
    const { locale } = context
    return rows.map(({ id, title }) => ({
      title: m.programs_deposit_leave({ program: textIn(locale, title) }, { locale }),
      to: `/auction/programs/${id}`,
    }))
  },
  async held(context, { userId }) {
    const rows = await context.database
      .select({
        programId: auctionEntries.programId,
        amount: auctionEntries.depositAmount,
        receivedAt: auctionEntries.receivedAt,
        returnedAt: auctionEntries.returnedAt,
      })
      .from(auctionEntries)
      .where(and(eq(auctionEntries.userId, userId), isNotNull(auctionEntries.receivedAt)))
    const until = new Date(context.now())
    until.setFullYear(until.getFullYear() + keptYears)
    return rows.length === 0 ? [] : [{ basis: 'contract', until, records: rows }]
  },
  async forget(context, { userId }) {
    await context.database
      .delete(auctionEntries)
      .where(eq(auctionEntries.userId, userId))
      .catch((error: unknown) => {
        // A deposit arrived meanwhile: the client has to read the blocking reasons again.
        if (violatedConstraint(error) === 'auction_entries_held') throw new AppError('conflict')
        throw error
      })
    return []
  },
  async archive(context, { userId }) {
    const rows = await context.database.select().from(auctionEntries).where(eq(auctionEntries.userId, userId))
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
      })),
    }
  },
}
