import { eq } from 'drizzle-orm'
import type { PersonalData } from '#kit/module/module.ts'
import { commentAllowances, comments } from '../table.ts'

/** Personal data of an account: on erasure, comments stay without a name. */
export const personal: PersonalData = {
  async forget(context, { userId }) {
    await context.database.update(comments).set({ authorId: null, reason: '' }).where(eq(comments.authorId, userId))
    await context.database.delete(commentAllowances).where(eq(commentAllowances.authorId, userId))
    return []
  },
  archive: async (context, { userId }) => ({
    comments: await context.database
      .select({ post: comments.postId, body: comments.body, state: comments.state, createdAt: comments.createdAt })
      .from(comments)
      .where(eq(comments.authorId, userId)),
  }),
}
