import { eq } from 'drizzle-orm'
import type { PersonalData } from '#kit/module/module.ts'
import { auctionNotices } from '../table.ts'

/** End-of-lot notices that an account subscribed to. */
export const personal: PersonalData = {
  async forget(context, { userId }) {
    await context.database.delete(auctionNotices).where(eq(auctionNotices.userId, userId))
    return []
  },
  async archive(context, { userId }) {
    const rows = await context.database.select().from(auctionNotices).where(eq(auctionNotices.userId, userId))
    return { auctionNotices: rows.map(({ workId, sentAt }) => ({ work: workId, sentAt })) }
  },
}
