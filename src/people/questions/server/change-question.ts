import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Upload } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import { privateAddress, storePrivate } from '#kit/files/private-files.ts'
import type { DeskPart } from '#kit/module/desk.ts'
import { mayRead } from '#kit/scopes.ts'
import type { Context, UploadedFile } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { users } from '#people/users/table.ts'
import type { QuestionFile } from '../contract.ts'
import { listSourceStates, maxWaitingFiles, type QuestionState } from '../rules.ts'
import { type QuestionRow, questionEntries, questionFiles, questions } from '../table.ts'

type FileRow = typeof questionFiles.$inferSelect

const presentFile = ({ id, kind, name, bytes }: FileRow): QuestionFile => ({ _id: id, kind, name, bytes })

/** Columns that every reader may see. */
export type QuestionLineRow = Omit<QuestionRow, 'userId' | 'locale'>

/** Presents the part of a question that every reader sees; `files` is the total of all entries. */
export const presentLine = (row: QuestionLineRow, files: number) => ({
  _id: row.id,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  type: row.type,
  title: row.title,
  state: row.state,
  files,
  views: row.views,
  answeredAt: row.answeredAt?.toISOString() ?? null,
  closedAt: row.closedAt?.toISOString() ?? null,
})

/** Returns the number of files of each question. */
export const countFiles = async (context: Context, ids: readonly string[]): Promise<Map<string, number>> => {
  if (ids.length === 0) return new Map()
  const rows = await context.database
    .select({ id: questionEntries.questionId, files: sql<number>`count(*)::int` })
    .from(questionFiles)
    .innerJoin(questionEntries, eq(questionEntries.id, questionFiles.entryId))
    .where(inArray(questionEntries.questionId, [...ids]))
    .groupBy(questionEntries.questionId)
  return new Map(rows.map(({ id, files }) => [id, files]))
}

/** Returns the entries of a question in order, with files and the names of staff authors. */
export const listEntries = async (context: Context, questionId: string) => {
  const rows = await context.database
    .select({ entry: questionEntries, actor: users.name })
    .from(questionEntries)
    .leftJoin(users, eq(users.id, questionEntries.actorId))
    .where(eq(questionEntries.questionId, questionId))
    .orderBy(asc(questionEntries.createdAt), asc(questionEntries.id))
  const files =
    rows.length === 0
      ? []
      : await context.database
          .select()
          .from(questionFiles)
          .where(
            inArray(
              questionFiles.entryId,
              rows.map(({ entry }) => entry.id),
            ),
          )
          .orderBy(asc(questionFiles.createdAt), asc(questionFiles.id))
  return rows.map(({ entry, actor }) => ({
    _id: entry.id,
    createdAt: entry.createdAt.toISOString(),
    author: entry.author,
    text: entry.text,
    actor,
    files: files.filter(({ entryId }) => entryId === entry.id).map(presentFile),
  }))
}

/** Stores a file until its entry is sent. Throws `too_many` if too many files of the account are waiting. */
export const storeQuestionFile = async (context: Context, upload: Upload, sent: UploadedFile | undefined) => {
  if (!sent) throw new AppError('invalid', { fields: { file: 'required' } })
  const file = await storePrivate(context, upload, sent)
  const { userId } = context.principal
  const now = context.now().toISOString()
  const { rowCount } = await context.database.execute(sql`
    INSERT INTO question_files (id, user_id, kind, name, mime, bytes, created_at, updated_at)
    SELECT ${file.id}::uuid, ${userId}::uuid, ${file.kind}, ${file.name}, ${file.mime}, ${file.bytes}::bigint,
      ${now}::timestamptz, ${now}::timestamptz
    WHERE (SELECT count(*) FROM question_files WHERE user_id = ${userId} AND entry_id IS NULL) < ${maxWaitingFiles}`)
  if (rowCount !== 1) {
    await context.services.files.remove(file.id)
    throw new AppError('too_many', { retryAfter: 3600 })
  }
  const { id, kind, name, bytes } = file
  return { _id: id, kind, name, bytes }
}

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
  const taken = await changeRows(within, questionFiles, { entryId: id })
    .where(and(inArray(questionFiles.id, [...files]), eq(questionFiles.userId, userId), isNull(questionFiles.entryId)))
    .returning({ id: questionFiles.id })
  if (taken.length !== new Set(files).size) throw new AppError('invalid', { fields: { files: 'choose' } })
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

/** Returns a URL of a file, valid for five minutes; check permissions first. Throws `not_found`. */
export const createFileUrl = async (context: Context, questionId: string, fileId: string) => {
  const [found] = await context.database
    .select({ file: questionFiles })
    .from(questionFiles)
    .innerJoin(questionEntries, eq(questionEntries.id, questionFiles.entryId))
    .where(and(eq(questionFiles.id, fileId), eq(questionEntries.questionId, questionId)))
  if (!found) throw new AppError('not_found')
  return { url: privateAddress(context.services, found.file, 'original') }
}

/** Waiting work: questions without an answer, oldest first; titles only for staff who may read them. */
export const listWaitingWork = async (context: Context): Promise<DeskPart> => {
  if (!mayRead(context.principal.scopes, 'console:questions')) return {}
  const rows = await context.database
    .select({ row: questions, name: users.name, total: sql<number>`(count(*) OVER ())::int` })
    .from(questions)
    .innerJoin(users, eq(users.id, questions.userId))
    .where(eq(questions.state, 'open'))
    .orderBy(asc(questions.createdAt))
    .limit(5)
  const entries = rows.map(({ row, name }) => ({
    _id: row.id,
    title: row.title,
    kind: name,
    mark: 'new',
    at: row.createdAt.toISOString(),
    to: `/console/center/questions/${row.id}`,
  }))
  return { works: [{ key: 'questions.open', count: rows[0]?.total ?? 0, entries }] }
}
