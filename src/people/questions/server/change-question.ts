import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Locale } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { removeAnswersNaming } from '#kit/server/limits/idempotency.ts'
import { changeRows } from '#kit/server/records/records.ts'
import type { QuestionType } from '#people/faqs/contract.ts'
import type { NewInquire } from '../contract.ts'
import { listSourceStates, type QuestionState } from '../rules.ts'
import { type QuestionRow, questionEntries, questionFiles, questions } from '../table.ts'

/** Adds an entry with the files its author uploaded. Throws `invalid` for a file that no longer exists. */
export const addEntry = async (
  within: Context,
  questionId: string,
  author: 'member' | 'staff',
  { text, files }: { text: string; files: readonly string[] },
): Promise<void> => {
  const id = within.newId()
  const now = within.now()
  const { userId } = within.principal
  await within.database.insert(questionEntries).values({
    id,
    questionId,
    author,
    actorId: author === 'staff' ? userId : null,
    text,
    createdAt: now,
    updatedAt: now,
  })
  if (files.length === 0) return
  const claimedFiles = await changeRows(within, questionFiles, { entryId: id })
    .where(and(inArray(questionFiles.id, [...files]), eq(questionFiles.userId, userId), isNull(questionFiles.entryId)))
    .returning({ id: questionFiles.id })
  if (claimedFiles.length !== new Set(files).size) throw new AppError('invalid', { fields: { files: 'choose' } })
}

/**
 * Moves a question to a state if the transition is allowed and `further` holds; otherwise, or if it does not exist,
 * null.
 */
export const moveQuestion = async (
  within: Context,
  id: string,
  state: QuestionState,
  further: SQL | undefined,
): Promise<QuestionRow | null> => {
  const now = within.now()
  const [row] = await changeRows(within, questions, {
    state,
    ...(state === 'answered' && { answeredAt: now }),
    closedAt: state === 'closed' ? now : null,
  })
    .where(and(eq(questions.id, id), inArray(questions.state, listSourceStates(state)), further))
    .returning()
  return row ?? null
}

interface NewQuestionRow extends z.output<typeof NewInquire> {
  userId: string
  locale: Locale
}

/** Stores a question of a member with its first entry; the files are those that the caller uploaded. */
export const insertQuestion = async (
  within: Context,
  { userId, locale, type, title, text, files }: NewQuestionRow,
): Promise<QuestionRow> => {
  const now = within.now()
  const [row] = await within.database
    .insert(questions)
    .values({ id: within.newId(), userId, type, title, locale, createdAt: now, updatedAt: now })
    .returning()
  if (!row) throw new AppError('not_found')
  await addEntry(within, row.id, 'member', { text, files })
  return row
}

/** Corrects an open or answered question of this version, and closes it if `state` says so; otherwise null. */
export const correctQuestion = async (
  within: Context,
  id: string,
  { state, type, title }: { state?: 'closed' | undefined; type?: QuestionType | undefined; title?: string | undefined },
  stamp: Date,
): Promise<QuestionRow | null> => {
  const [row] = await changeRows(within, questions, {
    ...(type && { type }),
    ...(title && { title }),
    ...(state && { state, closedAt: within.now() }),
  })
    .where(
      and(eq(questions.id, id), inArray(questions.state, listSourceStates('closed')), eq(questions.updatedAt, stamp)),
    )
    .returning()
  return row ?? null
}

/**
 * Deletes a question that was never answered; returns its row and the ids of its files, whose bytes the caller removes
 * after the commit. Null if it does not exist or was answered, also by a concurrent answer.
 */
export const removeUnanswered = async (
  within: Context,
  id: string,
): Promise<{ row: QuestionRow; files: string[] } | null> => {
  // Lock the question first, so that no entry with a file joins it meanwhile.
  const [row] = await within.database
    .select()
    .from(questions)
    .where(and(eq(questions.id, id), isNull(questions.answeredAt)))
    .for('update')
  if (!row) return null
  const files = await within.database
    .select({ id: questionFiles.id })
    .from(questionFiles)
    .innerJoin(questionEntries, eq(questionEntries.id, questionFiles.entryId))
    .where(eq(questionEntries.questionId, id))
  // Entries and file rows are deleted by cascade.
  await within.database.delete(questions).where(eq(questions.id, id))
  await removeAnswersNaming(within, [id])
  return { row, files: files.map((file) => file.id) }
}
