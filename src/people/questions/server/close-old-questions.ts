import { and, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import { recordRemoval } from '#kit/audit/note-removal.ts'
import type { Context } from '#kit/server/context.ts'
import { removeAnswersNaming } from '#kit/server/limits/idempotency.ts'
import { idleDays, retentionYears, subtractYears, uploadHours } from '../rules.ts'
import { questionEntries, questionFiles, questions } from '../table.ts'

/**
 * Closes answered questions without activity; deletes closed ones after their retention period with all entries and
 * files, and files whose entry was never sent.
 */
export const closeOldQuestions = async (context: Context): Promise<void> => {
  const now = sql`${context.now().toISOString()}::timestamptz(3)`
  await context.database
    .update(questions)
    .set({
      state: 'closed',
      closedAt: now as never,
      updatedAt: sql`greatest(${now}, ${questions.updatedAt} + interval '1 millisecond')`,
    })
    .where(
      and(eq(questions.state, 'answered'), sql`${questions.answeredAt} < ${now} - make_interval(days => ${idleDays})`),
    )
  while ((await deleteBatch(context)) === batch);
  const before = new Date(context.now().getTime() - uploadHours * 3_600_000)
  await context.transaction(async (within) => {
    const files = await within.database
      .select({ id: questionFiles.id })
      .from(questionFiles)
      .where(and(isNull(questionFiles.entryId), lt(questionFiles.createdAt, before)))
      .for('update', { skipLocked: true })
    await deleteFiles(within, files)
    for (const { id } of files) await within.database.delete(questionFiles).where(eq(questionFiles.id, id))
    await recordRemoval(within, 'questions', { files: files.length })
  })
}

const batch = 200

/** Deletes bytes before rows: a crash between the two leaves rows, which the next run finds. */
const deleteFiles = async ({ services }: Context, files: readonly { id: string }[]): Promise<void> => {
  for (const { id } of files) await services.files.remove(id)
}

/** Deletes a batch of questions after their retention period; returns the number deleted. */
const deleteBatch = (context: Context): Promise<number> =>
  context.transaction(async (within) => {
    const closedQuestions = await within.database
      .select({ id: questions.id })
      .from(questions)
      .where(and(eq(questions.state, 'closed'), lte(questions.closedAt, subtractYears(within.now(), retentionYears))))
      .orderBy(questions.closedAt)
      .limit(batch)
      .for('update', { skipLocked: true })
    if (closedQuestions.length === 0) return 0
    const ids = closedQuestions.map(({ id }) => id)
    const files = await within.database
      .select({ id: questionFiles.id })
      .from(questionFiles)
      .innerJoin(questionEntries, eq(questionEntries.id, questionFiles.entryId))
      .where(inArray(questionEntries.questionId, ids))
    await deleteFiles(within, files)
    // Entries and file rows are deleted by cascade.
    await within.database.delete(questions).where(inArray(questions.id, ids))
    await removeAnswersNaming(within, ids)
    await recordRemoval(within, 'questions', { questions: ids.length, files: files.length })
    return ids.length
  })

/** Returns those of these private files that belong to a question or wait for one. */
export const filterKnownFiles = async (context: Context, ids: readonly string[]): Promise<string[]> => {
  const rows = await context.database
    .select({ id: questionFiles.id })
    .from(questionFiles)
    .where(inArray(questionFiles.id, [...ids]))
  return rows.map(({ id }) => id)
}
