import { eq } from 'drizzle-orm'
import { deleteOwnPictures } from '#kit/files/delete-unused.ts'
import type { PersonalData } from '#kit/module/module.ts'
import { shopReviews } from '../table.ts'

/** Personal data: reviews are deleted with the account. */
export const personal: PersonalData = {
  async forget(context, { userId }) {
    const gone = await context.database
      .delete(shopReviews)
      .where(eq(shopReviews.userId, userId))
      .returning({ pictures: shopReviews.pictures })
    await deleteOwnPictures(
      context,
      userId,
      gone.flatMap(({ pictures }) => pictures),
    )
    return []
  },
  async archive(context, { userId }) {
    const rows = await context.database.select().from(shopReviews).where(eq(shopReviews.userId, userId))
    return { reviews: rows.map(({ createdAt, rating, text }) => ({ at: createdAt, rating, text })) }
  },
}
