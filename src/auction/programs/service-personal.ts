import { eq } from 'drizzle-orm'
import type { PersonalData } from '#kit/module/module.ts'
import { auctionEntries } from './table.ts'

/** In which programmes an account asked to bid. */
export const personal: PersonalData = {
  async forget(context, { userId }) {
    await context.database.delete(auctionEntries).where(eq(auctionEntries.userId, userId))
    return []
  },
  async archive(context, { userId }) {
    const rows = await context.database.select().from(auctionEntries).where(eq(auctionEntries.userId, userId))
    return {
      auctionEntries: rows.map(({ programId, state, reason, termsVersion, acceptedAt }) => ({
        program: programId,
        state,
        reason,
        termsVersion,
        acceptedAt,
      })),
    }
  },
}
