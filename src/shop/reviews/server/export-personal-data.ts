import { eq } from 'drizzle-orm'
import type { PersonalData } from '#kit/module/module.ts'
import { shopReviews } from '../table.ts'

/** Personal data: reviews are deleted with the account. */
export const personal: PersonalData = {
  async forget(context, { userId }) {
    await context.database.delete(shopReviews).where(eq(shopReviews.userId, userId))
    return []
  },
  async archive(context, { userId }) {
    const rows = await context.database.select().from(shopReviews).where(eq(shopReviews.userId, userId))
    return { reviews: rows.map(({ createdAt, rating, text }) => ({ at: createdAt, rating, text })) }
  },
}
