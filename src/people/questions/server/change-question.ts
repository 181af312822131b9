import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
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
