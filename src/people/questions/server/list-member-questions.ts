import { desc, eq } from 'drizzle-orm'
import { type MemberPart, maxMemberEntries } from '#kit/module/module.ts'
import { questions } from '../table.ts'

/** Returns the member's latest questions for the console. */
export const listMemberQuestions: MemberPart['read'] = async (context, { userId }) => {
  const isOwn = eq(questions.userId, userId)
  const rows = await context.database
    .select()
    .from(questions)
    .where(isOwn)
    .orderBy(desc(questions.createdAt))
    .limit(maxMemberEntries)
  return {
    total: await context.database.$count(questions, isOwn),
    entries: rows.map(({ id, title, state, createdAt }) => ({
      _id: id,
      title,
      state,
      at: createdAt.toISOString(),
      to: `/console/center/questions/${id}`,
    })),
  }
}
