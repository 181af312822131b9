import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { PersonalData } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { calculateRetainedUntil } from '../rules.ts'
import { questionEntries, questionFiles, questions } from '../table.ts'

/** Returns every question of an account with its entries, oldest first. */
const listQuestions = async (context: Context, userId: string) => {
  const rows = await context.database
    .select()
    .from(questions)
    .where(eq(questions.userId, userId))
    .orderBy(questions.createdAt)
  if (rows.length === 0) return []
  const entries = await context.database
    .select()
    .from(questionEntries)
    .where(
      inArray(
        questionEntries.questionId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(questionEntries.createdAt)
  return rows.map(({ id, type, title, state, createdAt, closedAt }) => ({
    type,
    title,
    state,
    createdAt: createdAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    entries: entries
      .filter(({ questionId }) => questionId === id)
      .map(({ author, text, createdAt: at }) => ({ author, text, createdAt: at.toISOString() })),
  }))
}

const listFiles = (context: Context, userId: string) =>
  context.database
    .select({ id: questionFiles.id, name: questionFiles.name, entryId: questionFiles.entryId })
    .from(questionFiles)
    .leftJoin(questionEntries, eq(questionEntries.id, questionFiles.entryId))
    .leftJoin(questions, eq(questions.id, questionEntries.questionId))
    .where(eq(questions.userId, userId))

/** Personal data of this module. The member's files and those of staff answers are part of the archive. */
export const personal: PersonalData = {
  async retained(context, { userId }) {
    const records = await listQuestions(context, userId)
    const getRetainedUntil = ({ closedAt }: (typeof records)[number]) =>
      calculateRetainedUntil(closedAt ? new Date(closedAt) : null, context.now())
    // Questions that expire on the same day form one record, deleted with the last of them.
    const days = Map.groupBy(records, (record) => getRetainedUntil(record).toISOString().slice(0, 10))
    return [...days.values()].map((some) => ({
      basis: 'complaint' as const,
      until: new Date(Math.max(...some.map((record) => getRetainedUntil(record).getTime()))),
      records: some,
    }))
  },
  async forget(context, { userId }) {
    const placed = await listFiles(context, userId)
    const waiting = await context.database
      .select({ id: questionFiles.id })
      .from(questionFiles)
      .where(and(eq(questionFiles.userId, userId), isNull(questionFiles.entryId)))
    // Entries and file rows are deleted by cascade.
    await context.database.delete(questions).where(eq(questions.userId, userId))
    await context.database
      .delete(questionFiles)
      .where(and(eq(questionFiles.userId, userId), isNull(questionFiles.entryId)))
    return [...placed, ...waiting].map(({ id }) => id)
  },
  archive: async (context, { userId }) => ({ questions: await listQuestions(context, userId) }),
  files: async (context, { userId }) =>
    (await listFiles(context, userId)).map(({ id, name }) => ({ id, name: `questions/${name}` })),
}
